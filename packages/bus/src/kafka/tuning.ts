/** Details of a subscriber that seldom need another value. Times in milliseconds. */
export interface SubscriberTuning {
  /** Time without a heartbeat after which a member counts as dead. */
  readonly sessionTimeoutMs: number;
  /** Time that a rebalance waits for busy members. */
  readonly rebalanceTimeoutMs: number;
  readonly heartbeatMs: number;
  /**
   * Time that a fetch waits for `fetchMinBytes`; after an empty fetch, 15 times as long for the first message. It must not exceed the
   * heartbeat interval, because heartbeats are sent between fetches.
   */
  readonly fetchWaitMs: number;
  readonly fetchMinBytes: number;
  /** Limits of compressed bytes of a fetch, for all partitions and for one; a single larger message is returned all the same. */
  readonly fetchMaxBytes: number;
  readonly fetchMaxBytesPerPartition: number;
  /** Pause of a partition after its first failure, and the longest pause. */
  readonly firstBackOffMs: number;
  readonly longestBackOffMs: number;
  /**
   * Interval at which a halted partition checks for the operator's change, and other partitions check whether their committed offset went
   * back.
   */
  readonly recheckMs: number;
  /** Interval at which committed offsets are copied to the group, for tools that show lag. */
  readonly mirrorMs: number;
  /** Interval at which the bounds of the logs are read: for the lag, and to detect lost records while nothing arrives. */
  readonly watermarksMs: number;
  /** Time of a handler after which no heartbeats are sent any more. */
  readonly handlerPatienceMs: number;
  /** Time of an idle library loop, while the brokers answer, after which the session ends; must exceed the time of a rebalance. */
  readonly silenceMs: number;
}

export const TUNING: SubscriberTuning = {
  sessionTimeoutMs: 45_000,
  rebalanceTimeoutMs: 60_000,
  heartbeatMs: 3_000,
  fetchWaitMs: 100,
  fetchMinBytes: 1024 * 1024,
  fetchMaxBytes: 16 * 1024 * 1024,
  fetchMaxBytesPerPartition: 2 * 1024 * 1024,
  firstBackOffMs: 500,
  longestBackOffMs: 10_000,
  recheckMs: 30_000,
  mirrorMs: 5_000,
  watermarksMs: 10_000,
  handlerPatienceMs: 60_000,
  silenceMs: 120_000,
};
