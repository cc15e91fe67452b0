import type { PartitionState, PartitionStatus } from '@sluice/bus/kafka';
import type { Metrics } from '@sluice/runtime';

const STATES: readonly PartitionState[] = ['positioning', 'running', 'backing-off', 'halted'];

/** Exports the state of the partitions that this process has at the time of the exposition. */
export function exposePartitions(metrics: Metrics, partitions: () => readonly PartitionStatus[]): void {
  /** @param valueOf undefined if a partition's value is unknown */
  const ofEach = (name: string, help: string, valueOf: (partition: PartitionStatus) => number | undefined): void => {
    metrics.gauge({
      name,
      help,
      labels: ['topic', 'partition'],
      collect: (gauge) => {
        gauge.reset();
        for (const status of partitions()) {
          const value = valueOf(status);
          if (value !== undefined) gauge.set({ topic: status.topic, partition: status.partition }, value);
        }
      },
    });
  };
  metrics.gauge({
    name: 'sluice_writer_lag_records',
    help: 'Records between the last known stored position and the end of the log, whatever the state; absent while either is unknown. Leave halted partitions out of scaling',
    labels: ['topic', 'partition', 'state'],
    collect: (gauge) => {
      gauge.reset();
      for (const { topic, partition, state, lag } of partitions()) {
        if (lag !== undefined) gauge.set({ topic, partition, state }, lag);
      }
    },
  });
  ofEach('sluice_writer_partition_halted', '1 while a partition waits for an operator; the log says why', ({ state }) =>
    Number(state === 'halted'),
  );
  ofEach(
    'sluice_writer_partition_backing_off',
    '1 while a partition pauses after a failure and tries again by itself; the log says why',
    ({ state }) => Number(state === 'backing-off'),
  );
  ofEach(
    'sluice_writer_partition_offset',
    'The first offset of a partition that is not stored; absent until it is known',
    ({ position }) => position,
  );
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
