import { once } from 'node:events';
import { type Server, type Socket, connect, createServer } from 'node:net';
import { DelayedStream } from './delayed-stream';
import { listenLocally } from './listen-locally';

/** Whether a client's chunk contains the request that a test waits for. */
export type RequestMatcher = (chunk: Buffer) => boolean;

/** Data that a black hole drops: of clients, of the server, or both. */
export type Direction = 'requests' | 'answers' | 'both';

export interface TcpProxyOptions {
  /** Returns numbers from 0 to below 1 for decisions by probability. A seeded function makes a run repeatable. */
  readonly random?: () => number;
}

interface Connection {
  end(): void;
}

/** Rule that forwards a request, and ends its connection when the server answers. */
interface AnswerCut {
  readonly matches: RequestMatcher;
  readonly probability: number;
}

/**
 * TCP proxy on the loopback interface for faults in tests: between a client and a server of any protocol, in this process. Its faults apply
 * to open and to new connections.
 */
export class TcpProxy {
  /** Port of the proxy; never changes. */
  readonly port: number;
  readonly #server: Server;
  readonly #random: () => number;
  readonly #connections = new Set<Connection>();
  #target = { port: 0, host: '127.0.0.1' };
  #latencyMs = 0;
  #jitterMs = 0;
  #blackHole: Direction | undefined;
  #cutOnce: RequestMatcher | undefined;
  #cutOften: AnswerCut | undefined;
  #answersCut = 0;
  #swallowed = 0;

  /** Listens on a free port. */
  static async listen({ random = Math.random }: TcpProxyOptions = {}): Promise<TcpProxy> {
    const server = createServer();
    return new TcpProxy(server, await listenLocally(server), random);
  }

  private constructor(server: Server, port: number, random: () => number) {
    this.port = port;
    this.#server = server;
    this.#random = random;
    server.on('connection', (client) => this.#connect(client));
  }

  /** Number of responses that were cut so far, by `cutAnswerOf` and `cutAnswersOf`. */
  get answersCut(): number {
    return this.#answersCut;
  }

  /** Number of chunks that black holes have dropped so far. */
  get swallowed(): number {
    return this.#swallowed;
  }

  /** Sets the address to which connections are forwarded. */
  setTarget(port: number, host = '127.0.0.1'): void {
    this.#target = { port, host };
  }

  /** Sets the server of a URL as target, and returns the URL with the proxy's address instead. */
  standBefore(url: string): string {
    const target = new URL(url);
    this.setTarget(Number(target.port), target.hostname);
    target.host = `127.0.0.1:${this.port}`;
    return target.href;
  }

  /** Delays everything by `ms` in both directions and in order, each chunk by up to `jitterMs` more. */
  setLatency(ms: number, jitterMs = 0): void {
    this.#latencyMs = ms;
    this.#jitterMs = jitterMs;
  }

  /** Drops all data in a direction from now on, as after a pulled cable; connections stay open, and new ones open all the same. */
  blackHole(direction: Direction = 'both'): void {
    this.#blackHole = direction;
  }

  /** Forwards new connections again. Connections that lost data stay dead in that direction. */
  endBlackHole(): void {
    this.#blackHole = undefined;
  }

  /** Ends all connections with a reset. */
  cut(): void {
    for (const connection of this.#connections) connection.end();
  }

  /** Ends all connections with a reset and stops listening: the port refuses connections, as that of a server that is down. */
  refuse(): void {
    this.#server.close();
    this.cut();
  }

  /** Listens again after `refuse`. */
  async accept(): Promise<void> {
    if (this.#server.listening) return;
    this.#server.listen(this.port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /**
   * Forwards the next chunk from a client that `matches`, once, and ends its connection when the server answers, without the response. The
   * server has processed the request, and the client cannot know it.
   */
  cutAnswerOf(matches: RequestMatcher): void {
    this.#cutOnce = matches;
  }

  /** Does the same as `cutAnswerOf` for each chunk that `matches`, with this probability; 0 ends it. */
  cutAnswersOf(matches: RequestMatcher, probability: number): void {
    this.#cutOften = { matches, probability };
  }

  /** Ends all connections and stops listening. */
  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #losesAnswerOf(chunk: Buffer): boolean {
    if (this.#cutOnce?.(chunk) === true) {
      this.#cutOnce = undefined;
      return true;
    }
    if (this.#cutOften === undefined) return false;
    const { matches, probability } = this.#cutOften;
    return probability > 0 && matches(chunk) && this.#random() < probability;
  }

  #swallows(direction: Direction): boolean {
    return this.#blackHole === 'both' || this.#blackHole === direction;
  }

  #swallow(stream: DelayedStream): void {
    stream.die();
    this.#swallowed += 1;
  }

  #connect(client: Socket): void {
    const server = connect(this.#target);
    const delay = (): number => this.#latencyMs + (this.#jitterMs === 0 ? 0 : this.#random() * this.#jitterMs);
    const requests = new DelayedStream(client, server, delay);
    const answers = new DelayedStream(server, client, delay);
    let losesAnswer = false;
    const connection: Connection = {
      end: () => {
        requests.die();
        answers.die();
        client.resetAndDestroy();
        server.resetAndDestroy();
        this.#connections.delete(connection);
      },
    };
    this.#connections.add(connection);
    client.on('data', (chunk: Buffer) => {
      if (this.#swallows('requests')) this.#swallow(requests);
      else losesAnswer ||= this.#losesAnswerOf(chunk);
      requests.pass(chunk);
    });
    server.on('data', (chunk: Buffer) => {
      if (this.#swallows('answers')) this.#swallow(answers);
      else if (losesAnswer) {
        this.#answersCut += 1;
        connection.end();
        return;
      }
      answers.pass(chunk);
    });
    for (const [side, stream] of [
      [client, requests],
      [server, answers],
    ] as const) {
      side.on('error', () => undefined); // `close` follows
      side.on('close', () => {
        if (this.#swallows(side === client ? 'requests' : 'answers')) return;
        stream.end();
        if (client.destroyed && server.destroyed) this.#connections.delete(connection);
      });
    }
  }
}
