import { type Server, type Socket, connect, createServer } from 'node:net';
import { portOf } from './free-ports';

/**
 * A TCP proxy on the loopback interface that a test can torment: it stands between a client and a server of any
 * protocol, in this process. What is set holds for open connections and for those that come.
 */
export class TcpProxy {
  readonly port: number;
  readonly #server: Server;
  readonly #connections = new Set<Connection>();
  #target = 0;
  #latencyMs = 0;
  #blackHole = false;
  #cutAnswerOf: ((request: Buffer) => boolean) | undefined;

  /** Listens on a free port. */
  static async listen(): Promise<TcpProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new TcpProxy(server);
  }

  private constructor(server: Server) {
    this.port = portOf(server.address());
    this.#server = server;
    server.on('connection', (client) => this.#accept(client));
  }

  /** The port of the loopback interface that connections are passed on to. */
  setTarget(port: number): void {
    this.#target = port;
  }

  /** Everything arrives this much later, in both directions. */
  setLatency(ms: number): void {
    this.#latencyMs = ms;
  }

  /** From now on nothing comes through and nobody is told, as when a cable is pulled; new connections open and hear nothing. */
  blackHole(): void {
    this.#blackHole = true;
  }

  /** New connections work again. Those that were open stay dead: what they carried is lost. */
  endBlackHole(): void {
    this.#blackHole = false;
  }

  /** Ends all connections with a reset. */
  cut(): void {
    for (const connection of this.#connections) connection.end();
  }

  /**
   * Once: passes on the next chunk from a client that `matches`, and ends its connection when the server answers,
   * without the answer. So the server has done what the client does not know.
   */
  cutAnswerOf(matches: (request: Buffer) => boolean): void {
    this.#cutAnswerOf = matches;
  }

  /** Ends all connections and stops listening. */
  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #accept(client: Socket): void {
    const server = connect(this.#target, '127.0.0.1');
    let dead = false;
    let answerCut = false;
    const connection: Connection = {
      end: () => {
        client.resetAndDestroy();
        server.resetAndDestroy();
        this.#connections.delete(connection);
      },
    };
    this.#connections.add(connection);
    const passOn = (to: Socket, chunk: Buffer): void => {
      dead ||= this.#blackHole;
      if (dead) return;
      if (this.#latencyMs === 0) to.write(chunk);
      else setTimeout(() => to.write(chunk), this.#latencyMs);
    };
    client.on('data', (chunk: Buffer) => {
      if (this.#cutAnswerOf?.(chunk) === true) {
        this.#cutAnswerOf = undefined;
        answerCut = true;
      }
      passOn(server, chunk);
    });
    server.on('data', (chunk: Buffer) => {
      if (answerCut) connection.end();
      else passOn(client, chunk);
    });
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => undefined); // `close` follows
      one.on('close', () => {
        if (dead || this.#blackHole) return;
        other.end();
        this.#connections.delete(connection);
      });
    }
  }
}

interface Connection {
  end(): void;
}
