import { type Logger, type Metrics, createOutageLog, withDeadline } from '@sluice/runtime';

/** Checks by name. A check resolves when it succeeds. */
export type Checks = Readonly<Record<string, () => Promise<void>>>;

/** Results of the checks, for a probe and a metric. */
export interface Readiness {
  /** Whether all checks have succeeded together at any time since the start. */
  readonly hasStarted: boolean;
  /**
   * Runs the checks; concurrent callers share a run.
   * @returns the names of those that fail
   */
  look(): Promise<readonly string[]>;
}

export interface ReadinessOptions {
  readonly checks: Checks;
  readonly logger: Logger;
  /** Registry; its exposition runs the checks, so that the metric is current even without probes. */
  readonly metrics: Metrics;
  /** Time after which a check counts as failed, in milliseconds. */
  readonly timeoutMs: number;
}

const OUTAGE = { lost: 'a health check fails', back: 'a health check succeeds again' };

/** Follows the checks of a process, logs the beginning and the end of each failure, and exports `sluice_ready`. */
export function watchReadiness({ checks, logger, metrics, timeoutMs }: ReadinessOptions): Readiness {
  const followed = Object.entries(checks).map(([name, check]) => ({
    name,
    check,
    outages: createOutageLog({ ...OUTAGE, logger, fields: { check: name } }),
  }));
  let hasStarted = false;
  let looking: Promise<readonly string[]> | undefined;

  async function run(): Promise<readonly string[]> {
    const passed = await Promise.all(
      followed.map(async ({ check, outages }) => {
        try {
          await withDeadline(timeoutMs, check());
          outages.worked();
          return true;
        } catch (error) {
          outages.failed(error);
          return false;
        }
      }),
    );
    const failing = followed.filter((_, n) => passed[n] === false).map(({ name }) => name);
    hasStarted ||= failing.length === 0;
    return failing;
  }
  const look = (): Promise<readonly string[]> => (looking ??= run().finally(() => (looking = undefined)));

  metrics.gauge({
    name: 'sluice_ready',
    help: '1 while what the process needs works, 0 while it does not, by the check of /readyz',
    labels: ['check'],
    collect: async (gauge) => {
      const failing = new Set(await look());
      for (const { name } of followed) gauge.set({ check: name }, Number(!failing.has(name)));
    },
  });
  return {
    get hasStarted() {
      return hasStarted;
    },
    look,
  };
}
