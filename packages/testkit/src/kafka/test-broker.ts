import type { TcpProxy } from '../network/tcp-proxy';
import type { SecuredPlaces } from './secured-listeners';

/** A broker of a test's own: for what the run's broker must not suffer. Data and ports stay the same for its life. */
export interface TestBroker {
  /** For clients that connect to it. */
  readonly brokers: readonly string[];
  /** For clients whose every connection goes through this proxy, one of those that were given. */
  through(proxy: TcpProxy): readonly string[];
  /** Where `secured` asked for them. */
  readonly secured: SecuredPlaces | undefined;
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
  /** SIGSTOP: connections stay open and nobody answers. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Starts it again after `kill`; resolves when it takes clients. */
  restart(): Promise<void>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

export interface TestBrokerOptions {
  /** Each stands between the broker and the clients that come through it; its target is set here. */
  readonly proxies?: readonly TcpProxy[];
  /** Two more listeners: TLS, and TLS with SASL. */
  readonly secured?: boolean;
}
