import { runSchedule } from './schedule';
import { Violation } from './scheduler';

/** What the process that runs schedules is asked, as JSON in its first argument. */
export interface Order {
  readonly first: number;
  readonly count: number;
  readonly keepHistory?: boolean;
}

/** What it answers when it has ended. */
export interface Answer {
  readonly seed: number;
  /** The first violation; undefined: none of the schedules had one. */
  readonly violation: string | undefined;
}

/** Runs schedules until one has a violation. A process of its own: within Jest all of it takes ten times as long. */
async function runSchedules({ first, count, ...options }: Order): Promise<Answer> {
  for (let seed = first; seed < first + count; seed += 1) {
    try {
      await runSchedule({ seed, ...options });
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      return { seed, violation: error.message };
    }
  }
  return { seed: first + count - 1, violation: undefined };
}

void runSchedules(JSON.parse(process.argv[2] ?? '') as Order).then((answer) => process.send?.(answer));
