import { once } from 'node:events';
import { type Server, type Socket, connect, createServer } from 'node:net';
import { DelayedStream } from './delayed-stream';
import { portOf } from './free-ports';

/** Tells whether a chunk that a client sends holds the request that a test waits for. */
export type RequestMatcher = (chunk: Buffer) => boolean;

/** What a black hole swallows: what clients send, what the server answers, or all. */
export type Direction = 'requests' | 'answers' | 'both';

export interface TcpProxyOptions {
  /** From 0 to below 1: decides what happens with a probability. A seeded one makes a run repeatable. */
  readonly random?: () => number;
}

interface Connection {
  end(): void;
}

/** A request is passed on, and its connection ends when the server answers. */
interface AnswerCut {
  readonly matches: RequestMatcher;
  readonly probability: number;
}

/**
 * A TCP proxy on the loopback interface that a test can torment: it stands between a client and a server of any
 * protocol, in this process. What is set holds for open connections and for those that come.
 */
export class TcpProxy {
  /** The same for its life. */
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
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new TcpProxy(server, random);
  }

  private constructor(server: Server, random: () => number) {
    this.port = portOf(server.address());
    this.#server = server;
    this.#random = random;
    server.on('connection', (client) => this.#connect(client));
  }

  /** How many answers were cut so far, by `cutAnswerOf` and `cutAnswersOf`. */
  get answersCut(): number {
    return this.#answersCut;
  }

  /** Number of chunks that black holes have swallowed so far. */
  get swallowed(): number {
    return this.#swallowed;
  }

  /** Where connections are passed on to. */
  setTarget(port: number, host = '127.0.0.1'): void {
    this.#target = { port, host };
  }

  /** Takes the server of a URL as its target, and returns the URL with itself in that place. */
  standBefore(url: string): string {
    const target = new URL(url);
    this.setTarget(Number(target.port), target.hostname);
    target.host = `127.0.0.1:${this.port}`;
    return target.href;
  }

  /** Everything arrives this much later, in both directions and in order; each chunk up to `jitterMs` later still. */
  setLatency(ms: number, jitterMs = 0): void {
    this.#latencyMs = ms;
    this.#jitterMs = jitterMs;
  }

  /**
   * From now on nothing comes through in that direction and nobody notices, as when a cable is pulled; new connections
   * open all the same.
   */
  blackHole(direction: Direction = 'both'): void {
    this.#blackHole = direction;
  }

  /** New connections work again. Those that lost something stay dead in that direction. */
  endBlackHole(): void {
    this.#blackHole = undefined;
  }

  /** Ends all connections with a reset. */
  cut(): void {
    for (const connection of this.#connections) connection.end();
  }

  /** Ends all connections with a reset and takes no more: the port refuses them, as that of a server that is down. */
  refuse(): void {
    this.#server.close();
    this.cut();
  }

  /** Takes connections again after `refuse`. */
  async accept(): Promise<void> {
    if (this.#server.listening) return;
    this.#server.listen(this.port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /**
   * Once: passes on the next chunk from a client that `matches`, and ends its connection when the server answers,
   * without the answer. So the server has done it, and the client cannot know.
   */
  cutAnswerOf(matches: RequestMatcher): void {
    this.#cutOnce = matches;
  }

  /** As `cutAnswerOf`, from now on for each chunk that `matches`, with this probability; 0 ends it. */
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
