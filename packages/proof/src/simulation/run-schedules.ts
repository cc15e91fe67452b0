import { runSchedule } from './schedule';
import { Violation } from './scheduler';

/** Request to the process that runs schedules, as JSON in its first argument. */
export interface Order {
  readonly first: number;
  readonly count: number;
  readonly keepHistory?: boolean;
}

/** Answer of this process at its end. */
export interface Answer {
  readonly seed: number;
  /** First violation; undefined: no schedule had one. */
  readonly violation: string | undefined;
}

/** Runs schedules until one has a violation. In a process of its own, because it takes ten times as long within Jest. */
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
