import type { PartitionState, PartitionStatus } from '@sluice/bus/kafka';
import type { Metrics } from '@sluice/runtime';

const STATES: readonly PartitionState[] = ['positioning', 'running', 'backing-off', 'halted'];

/** Tells of the partitions that this process has at the time of the exposition. */
export function exposePartitions(metrics: Metrics, partitions: () => readonly PartitionStatus[]): void {
  metrics.gauge({
    name: 'sluice_writer_lag_records',
    help: 'Records between the stored position and the end of the log; absent while brokers do not tell. Halted partitions count: leave them out of scaling',
    labels: ['topic', 'partition', 'state'],
    collect: (gauge) => {
      gauge.reset();
      for (const { topic, partition, state, lag } of partitions()) {
        if (lag !== undefined) gauge.set({ topic, partition, state }, lag);
      }
    },
  });
  metrics.gauge({
    name: 'sluice_writer_partition_halted',
    help: '1 while a partition waits for an operator; the log says why',
    labels: ['topic', 'partition'],
    collect: (gauge) => {
      gauge.reset();
      for (const { topic, partition, state } of partitions()) {
        gauge.set({ topic, partition }, state === 'halted' ? 1 : 0);
      }
    },
  });
  metrics.gauge({
    name: 'sluice_writer_partition_backing_off',
    help: '1 while a partition pauses after a failure and tries again by itself; the log says why',
    labels: ['topic', 'partition'],
    collect: (gauge) => {
      gauge.reset();
      for (const { topic, partition, state } of partitions()) {
        gauge.set({ topic, partition }, state === 'backing-off' ? 1 : 0);
      }
    },
  });
  metrics.gauge({
    name: 'sluice_writer_partition_offset',
    help: 'The first offset of a partition that is not stored; absent until it is known',
    labels: ['topic', 'partition'],
    collect: (gauge) => {
      gauge.reset();
      for (const { topic, partition, position } of partitions()) {
        if (position !== undefined) gauge.set({ topic, partition }, position);
      }
    },
  });
  metrics.gauge({
    name: 'sluice_writer_partitions',
    help: 'Partitions that this process has, by what goes on with them',
    labels: ['state'],
    collect: (gauge) => {
      const all = partitions();
      for (const state of STATES) gauge.set({ state }, all.filter((each) => each.state === state).length);
    },
  });
}
