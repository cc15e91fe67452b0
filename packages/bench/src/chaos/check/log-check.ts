import type { ServiceName } from '../../cluster/cluster';

/** A bug, whatever happens around the process. */
const BUG = /this is a bug|"level":"fatal"|unhandled|uncaught/i;
/** Nothing in a run gives a reason to halt. */
const HALTED = 'a partition is halted';

const MOST = 20;

/** What the processes wrote that an operator should see. */
export class LogCheck {
  readonly #counts = new Map<string, number>();
  readonly #violations: string[] = [];

  /** @param line a warning, an error, or what is no log */
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

  /** How often each message came, the most frequent first. */
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
