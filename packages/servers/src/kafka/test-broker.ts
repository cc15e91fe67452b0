import type { TcpProxy } from '@sluice/network';
import type { SecuredPlaces } from './secured-listeners';

/**
 * A broker, or a cluster of them, of a test's own: for what the run's broker must not suffer. Data and ports stay the same
 * for its life. `node` counts from 0; clusters can suffer at one node while the others work.
 */
export interface TestBroker {
  /** For clients that connect to it: one place for each node. */
  readonly brokers: readonly string[];
  /** For clients whose every connection goes through these proxies, one of the ways that were given. */
  through(way: Way): readonly string[];
  /** Where `secured` asked for them. */
  readonly secured: SecuredPlaces | undefined;
  /** Of a node's process, as long as it runs on this machine; undefined in a container. */
  pid(node?: number): number | undefined;
  /** SIGKILL; resolves when it is gone. */
  kill(node?: number): Promise<void>;
  /** SIGSTOP: connections stay open and nobody answers. */
  freeze(node?: number): Promise<void>;
  thaw(node?: number): Promise<void>;
  /** Starts it again after `kill`; resolves when it takes clients. */
  restart(node?: number): Promise<void>;
  /** Ends all nodes and removes their data. */
  stop(): Promise<void>;
}

/**
 * A way to a cluster: a proxy for each node, in their order. Who comes along it hears of no other places, so that the
 * metadata of a node leads nobody past the proxies.
 */
export type Way = readonly TcpProxy[];

export interface TestBrokerOptions {
  /**
   * 1 by default. Several form a cluster in which each is broker and controller; it works while a majority of them does,
   * and what the broker itself stores is on up to three of them. With 3, topics can have 3 replicas of which 2 are enough.
   */
  readonly nodes?: number;
  /** Each for clients of its own; the targets of the proxies are set here. */
  readonly ways?: readonly Way[];
  /** Two more listeners, for a lone broker only: TLS, and TLS with SASL. */
  readonly secured?: boolean;
}
