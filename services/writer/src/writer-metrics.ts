import { TOPICS } from '@sluice/bus';
import type { Metrics } from '@sluice/runtime';
import type { WriterObserver } from './writer';

/** Seconds of one batch, from a single span on a laptop to a full batch on a busy disk. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const OUTCOMES = ['stored', 'duplicate', 'dead'] as const;
const FAILURES = ['retry', 'halt'] as const;

/** Writer's side of the ledger. `stored + duplicate + dead` is the number of items below `next_offset`. */
export function createWriterObserver(metrics: Metrics): WriterObserver {
  const items = metrics.counter({
    name: 'sluice_writer_items_total',
    help: 'Observations and metric points by what became of them',
    labels: ['topic', 'outcome'],
  });
  const failures = metrics.counter({
    name: 'sluice_writer_failures_total',
    help: 'Attempts to store a batch that failed: retry may pass by itself, halt needs an operator',
    labels: ['topic', 'failure'],
  });
  const retrying = metrics.gauge({
    name: 'sluice_writer_retrying_batches',
    help: 'Batches that could not be stored for now and are tried again',
    labels: ['topic'],
  });
  const seconds = metrics.histogram({
    name: 'sluice_writer_batch_seconds',
    help: 'Time until one batch is stored, in a transaction that it may share',
    labels: ['topic'],
    buckets: BUCKETS,
  });
  const records = metrics.histogram({
    name: 'sluice_writer_batch_records',
    help: 'Records in one batch',
    labels: ['topic'],
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000],
  });
  const progress = metrics.gauge({
    name: 'sluice_writer_last_progress_timestamp_seconds',
    help: 'When this process last stored a batch of the topic; absent before the first',
    labels: ['topic'],
  });
  // All combinations count from 0: otherwise the first of a kind would not be an increase.
  for (const topic of TOPICS) {
    for (const outcome of OUTCOMES) items.inc({ topic, outcome }, 0);
    for (const failure of FAILURES) failures.inc({ topic, failure }, 0);
    retrying.set({ topic }, 0);
  }
  return {
    stored({ topic, records: count, outcome, seconds: duration }) {
      for (const name of OUTCOMES) items.inc({ topic, outcome: name }, outcome[name]);
      seconds.observe({ topic }, duration);
      records.observe({ topic }, count);
      progress.setToCurrentTime({ topic });
    },
    retrying(topic, is) {
      retrying.inc({ topic }, is ? 1 : -1);
    },
    failed(topic, failure) {
      failures.inc({ topic, failure });
    },
  };
}
