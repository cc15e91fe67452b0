import type { Metrics } from '@sluice/runtime';
import type { MetricRollupObserver } from './metric-rollup-job';

export function createMetricRollupObserver(metrics: Metrics): MetricRollupObserver {
  const hours = metrics.counter({
    name: 'sluice_metric_rollup_hours_total',
    help: 'Hours of metric series that this process rolled up; an hour that is rolled up again counts again',
  });
  const dirtyHours = metrics.gauge({
    name: 'sluice_metric_rollup_dirty_hours',
    help: 'Changed hours that are not rolled up yet, up to a million: queries read the points of such hours',
  });
  const before = metrics.gauge({
    name: 'sluice_metric_rollup_before_timestamp_seconds',
    help: 'Hours before this time are rolled up; 0: none, and queries read points',
  });
  const failures = metrics.counter({
    name: 'sluice_metric_rollup_failures_total',
    help: 'Runs of the rollup that failed; each is retried after 2 seconds',
  });
  return {
    done(outcome) {
      hours.inc(outcome.hours);
      dirtyHours.set(outcome.dirtyHours);
      before.set((outcome.rolledUpBefore ?? 0) / 1e6);
    },
    failed() {
      failures.inc();
    },
  };
}
