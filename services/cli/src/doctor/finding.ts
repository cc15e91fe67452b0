/**
 * How something was found.
 * - `ok`: as it should be.
 * - `warn`: it works; what could go wrong, or cost more than it needs to, is reported.
 * - `wrong`: something does not work, or acknowledged records can be lost.
 */
export type Level = 'ok' | 'warn' | 'wrong';

/** One line of `sluice doctor`. */
export interface Finding {
  readonly level: Level;
  /** What was looked at, such as `topic sluice.traces.v1`. */
  readonly about: string;
  readonly found: string;
  /** What to change; undefined where nothing is to be. */
  readonly change?: string | undefined;
}

/** Makes the findings about one thing. */
export function findingsAbout(about: string) {
  return {
    ok: (found: string): Finding => ({ level: 'ok', about, found }),
    warn: (found: string, change: string): Finding => ({ level: 'warn', about, found, change }),
    wrong: (found: string, change: string): Finding => ({ level: 'wrong', about, found, change }),
  };
}

/** `1 partition`, `2 partitions`. */
export function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}
