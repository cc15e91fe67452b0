/**
 * Level of a finding.
 * - `ok`: as it should be.
 * - `warn`: it works; the finding names a risk or an unnecessary cost.
 * - `wrong`: something does not work, or acknowledged records can be lost.
 */
export type Level = 'ok' | 'warn' | 'wrong';

/** Line of `sluice doctor`. */
export interface Finding {
  readonly level: Level;
  /** Subject of the check, such as `topic sluice.traces.v1`. */
  readonly about: string;
  readonly found: string;
  /** Advice to the operator; undefined if nothing has to change. */
  readonly change?: string | undefined;
}

/** Makes the findings about one subject. */
export function findingsAbout(about: string) {
  return {
    ok: (found: string): Finding => ({ level: 'ok', about, found }),
    warn: (found: string, change: string): Finding => ({ level: 'warn', about, found, change }),
    wrong: (found: string, change: string): Finding => ({ level: 'wrong', about, found, change }),
  };
}
