import type { ServiceName } from '../../cluster/cluster';

/** Log lines that report a bug, whatever happens around the process. */
const BUG = /this is a bug|"level":"fatal"|unhandled|uncaught/i;
/** Log message that no fault of a run justifies. */
const HALTED = 'a partition is halted';

const MOST = 20;

/** Collects warnings, errors and lines that are not JSON from the processes, and finds violations in them. */
export class LogCheck {
  readonly #counts = new Map<string, number>();
  readonly #violations: string[] = [];

  /** @param line a warning, an error, or a line that is not a log entry */
  take(service: ServiceName, line: string): void {
    const parsed = parse(line);
    const isLog = parsed !== undefined;
    const isWrong = !isLog || BUG.test(line) || line.includes(HALTED);
    if (isWrong && this.#violations.length < MOST)
      this.#violations.push(`the ${service} wrote: ${line.slice(0, 1_000)}`);
    const key = isLog ? `${parsed.level}: ${parsed.msg}` : 'what is no log';
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  get violations(): readonly string[] {
    return this.#violations;
  }

  /** Number of occurrences of each message, the most frequent first. */
  get counts(): readonly (readonly [message: string, times: number])[] {
    return [...this.#counts].sort(([, one], [, other]) => other - one);
  }
}

function parse(line: string): { readonly level: string; readonly msg: string } | undefined {
  try {
    const { level, msg } = JSON.parse(line) as { readonly level?: unknown; readonly msg?: unknown };
    return { level: String(level), msg: String(msg) };
  } catch {
    return undefined;
  }
}
