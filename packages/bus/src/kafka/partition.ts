import type { Topic } from '../bus';

/** Processing state of an assigned partition. */
export type PartitionState = 'positioning' | 'running' | 'backing-off' | 'halted';

/** State of a partition, for operators and metrics. */
export interface PartitionStatus {
  readonly topic: Topic;
  readonly partition: number;
  readonly state: PartitionState;
  /** Reason why the partition is halted or backing off. */
  readonly reason: string | undefined;
  /** First offset that is not handled; undefined until it is known. */
  readonly position: number | undefined;
  /**
   * Number of offsets between `position` and the last known end of the log; undefined until both are known, and while brokers are
   * unreachable.
   */
  readonly lag: number | undefined;
}

/** State of an assigned partition within the session. */
export interface Partition {
  readonly topic: Topic;
  /** Name of its topic at the brokers. */
  readonly name: string;
  readonly partition: number;
  state: PartitionState;
  reason: string | undefined;
  /** Whether its messages are fetched and handled. */
  fetching: boolean;
  position: number | undefined;
  /** Last known high watermark. */
  end: number | undefined;
  /** Number of consecutive failures. */
  failures: number;
  /** Whether the last batch was not handled: only a handled batch proves recovery. */
  handlingFailed: boolean;
  /**
   * Offset at which the partition halted; it stays halted until the committed offset differs, because missing records do not return by
   * themselves.
   */
  stuckAt: number | undefined;
  /** Start of the running handler on the clock of `performance.now()`; undefined while none runs. */
  handlingSince: number | undefined;
  timer: NodeJS.Timeout | undefined;
}

export function newPartition(topic: Topic, name: string, partition: number): Partition {
  return {
    topic,
    name,
    partition,
    state: 'positioning',
    reason: undefined,
    fetching: false,
    position: undefined,
    end: undefined,
    failures: 0,
    handlingFailed: false,
    stuckAt: undefined,
    handlingSince: undefined,
    timer: undefined,
  };
}

export function statusOf({ topic, partition, state, reason, position, end }: Partition): PartitionStatus {
  const lag = position === undefined || end === undefined ? undefined : Math.max(0, end - position);
  return { topic, partition, state, reason, position, lag };
}
