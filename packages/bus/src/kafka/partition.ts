import type { Topic } from '../bus';

/** What goes on with a partition that this consumer has. */
export type PartitionState = 'positioning' | 'running' | 'backing-off' | 'halted';

/** The state of a partition, for operators and metrics. */
export interface PartitionStatus {
  readonly topic: Topic;
  readonly partition: number;
  readonly state: PartitionState;
  /** Why it is halted or backing off. */
  readonly reason: string | undefined;
  /** The first offset that is not handled; undefined until it is known. */
  readonly position: number | undefined;
  /** Offsets between the position and the end of the log, as last seen; undefined until both are known, and while brokers are away. */
  readonly lag: number | undefined;
}

/** What the session keeps of a partition while it has it. */
export interface Partition {
  readonly topic: Topic;
  /** Its topic's name at the brokers. */
  readonly name: string;
  readonly partition: number;
  state: PartitionState;
  reason: string | undefined;
  /** Its messages are fetched, and handled when they come. */
  fetching: boolean;
  position: number | undefined;
  /** High watermark as last seen. */
  end: number | undefined;
  /** Failures one after the other. */
  failures: number;
  /** The last batch was not handled: only a batch that is can show that it goes on again. */
  handlingFailed: boolean;
  /** Halted until the stored position is another one than this: what is missing does not come back by itself. */
  stuckAt: number | undefined;
  /** When its handler began, on the clock of `performance.now()`; undefined while none runs. */
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
