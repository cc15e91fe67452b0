import type { Metrics } from '@sluice/runtime';
import type { IndexObserver } from './index-job';

export function createIndexObserver(metrics: Metrics): IndexObserver {
  const indexed = metrics.counter({
    name: 'sluice_trace_index_traces_total',
    help: 'Traces written into the trace index; a trace that changes again counts again',
  });
  const rollups = metrics.counter({
    name: 'sluice_trace_index_segment_rollups_total',
    help: 'Rounds that made rollups of a segment or of a block of the trace index, for daily metrics and groups of observations',
  });
  const filters = metrics.counter({
    name: 'sluice_trace_index_text_filters_total',
    help: 'Filters of texts that were made, for text search; one that is made again counts again',
  });
  const failures = metrics.counter({
    name: 'sluice_trace_index_failures_total',
    help: 'Rounds that failed; each is retried after 5 seconds',
  });
  const dirty = metrics.gauge({
    name: 'sluice_trace_index_dirty_traces',
    help: 'Changed traces that are not indexed yet, in the process that indexes; above 50000 of a project its reads use rows instead of the index',
  });
  const complete = metrics.gauge({
    name: 'sluice_trace_index_complete',
    help: '1: the index has all traces but those that have just changed; 0: another process indexes, or older traces are still being indexed',
  });
  const current = metrics.gauge({
    name: 'sluice_trace_index_current_timestamp_seconds',
    help: 'When this process last emptied the dirty queue, but for traces that still grow; 0: never',
  });
  return {
    done(outcome) {
      indexed.inc({}, outcome.indexed);
      if (outcome.rolledUp) rollups.inc();
      if (outcome.filtered) filters.inc();
      dirty.set(outcome.waiting + outcome.growing);
      complete.set(outcome.isComplete ? 1 : 0);
      if (outcome.isComplete && outcome.waiting === 0) current.setToCurrentTime();
    },
    idle() {
      dirty.set(0);
      complete.set(0);
    },
    failed() {
      failures.inc();
    },
  };
}
