import type { Metrics } from '@sluice/runtime';
import type { RetentionObserver } from './retention-job';

export function createRetentionObserver(metrics: Metrics): RetentionObserver {
  const dropped = metrics.counter({
    name: 'sluice_retention_dropped_total',
    help: 'What was dropped because it has expired; partitions and metric_days hold the rows below traces and the points of a day',
    labels: ['kind'],
  });
  const failures = metrics.counter({
    name: 'sluice_retention_failures_total',
    help: 'Runs that failed; they are tried again after a minute',
  });
  const success = metrics.gauge({
    name: 'sluice_retention_last_success_timestamp_seconds',
    help: 'When a run of this process last succeeded; 0: never',
  });
  const floor = metrics.gauge({
    name: 'sluice_retention_floor_timestamp_seconds',
    help: 'No trace first received before it is left; 0: nothing has expired yet',
  });
  return {
    done(outcome) {
      for (const [name, count] of Object.entries(outcome.dropped)) {
        const kind = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
        dropped.inc({ kind }, count);
      }
      success.setToCurrentTime();
      floor.set(outcome.floor / 1e6);
    },
    failed() {
      failures.inc();
    },
  };
}
