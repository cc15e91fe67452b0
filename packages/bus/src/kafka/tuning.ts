/** Details of a subscriber that seldom need another value. Times in milliseconds. */
export interface SubscriberTuning {
  /** A member without a heartbeat for so long counts as dead. */
  readonly sessionTimeoutMs: number;
  /** So long a rebalance waits for members that are busy. */
  readonly rebalanceTimeoutMs: number;
  readonly heartbeatMs: number;
  /**
   * A fetch waits so long for so many bytes, and after one that brought nothing fifteen times as long for the first message:
   * not longer than from one heartbeat to the next, because heartbeats are sent between fetches.
   */
  readonly fetchWaitMs: number;
  readonly fetchMinBytes: number;
  /** Of all partitions and of one, compressed; one larger message comes all the same. */
  readonly fetchMaxBytes: number;
  readonly fetchMaxBytesPerPartition: number;
  /** Pauses of a partition after its first failure and after many. */
  readonly firstBackOffMs: number;
  readonly longestBackOffMs: number;
  /** A halted partition asks so often whether its operator has done something; others whether their position went back. */
  readonly recheckMs: number;
  /** The positions are copied to the group so often, for tools that show lag. */
  readonly mirrorMs: number;
  /** The ends of the logs are asked so often: for the lag, and for what is lost while nothing arrives. */
  readonly watermarksMs: number;
  /** For a handler that takes longer no heartbeats are sent any more. */
  readonly handlerPatienceMs: number;
  /** The library's loop is lost when it does nothing for so long while the brokers answer; longer than a rebalance may take. */
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
