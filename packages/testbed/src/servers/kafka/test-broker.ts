import type { TcpProxy } from '../../network';
import type { SecuredPlaces } from './secured-listeners';

/**
 * Broker, or cluster of brokers, of a single test: for faults that the run's broker must not have. Data and ports stay the same for its
 * life. `node` counts from 0; clusters can fail at one node while the others work.
 */
export interface TestBroker {
  /** Addresses for clients that connect directly: one for each node. */
  readonly brokers: readonly string[];
  /** Addresses for clients whose every connection passes these proxies, one of the configured ways. */
  through(way: Way): readonly string[];
  /** Addresses of the secured listeners, if `secured` is set. */
  readonly secured: SecuredPlaces | undefined;
  /** Process id of a node, if it runs on this machine; undefined in a container. */
  pid(node?: number): number | undefined;
  /** Folder with the logs of a node's topics, if it is on this machine; undefined in a container. */
  logFolder(node?: number): string | undefined;
  /** Sends SIGKILL; resolves when the process has ended. */
  kill(node?: number): Promise<void>;
  /** Sends SIGSTOP: connections stay open without responses. */
  freeze(node?: number): Promise<void>;
  thaw(node?: number): Promise<void>;
  /** Starts the node again after `kill`; resolves when it accepts clients. */
  restart(node?: number): Promise<void>;
  /** Ends all nodes and removes their data. */
  stop(): Promise<void>;
}

/**
 * Way to a cluster: a proxy for each node, in their order. Metadata for its clients contains only the proxies' addresses, so that no client
 * bypasses them.
 */
export type Way = readonly TcpProxy[];

export interface TestBrokerOptions {
  /**
   * 1 by default. Several form a cluster in which each is broker and controller. It works while a majority of them does, and the broker's
   * own data is on up to three of them. With 3, topics can have 3 replicas of which 2 are enough.
   */
  readonly nodes?: number;
  /** Ways for separate clients; the targets of the proxies are set here. */
  readonly ways?: readonly Way[];
  /** Two more listeners, for a single broker only: TLS, and TLS with SASL. */
  readonly secured?: boolean;
}
