import type { Connection, PoolClient, Submittable } from 'pg';

/** What the types of the driver leave out. */
type CopyConnection = Connection & { sendCopyFail(message: string): void };

/**
 * Sends a COPY with its rows and waits until it is done. The rows follow the statement at once, without waiting for the server to
 * ask for them, and as fast as the socket takes them: of a statement that fails it drops what still comes (PostgreSQL, Message Flow).
 * @param messages whole messages of the protocol, the last one CopyDone
 */
export function copyIn(client: PoolClient, statement: string, messages: Iterator<Buffer>): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new CopyIn(statement, messages, resolve, reject));
  });
}

/** As the driver wants a query: it submits it, and hands it what the server answers. */
class CopyIn implements Submittable {
  readonly #statement: string;
  readonly #messages: Iterator<Buffer>;
  readonly #resolve: () => void;
  readonly #reject: (error: unknown) => void;
  #connection: CopyConnection | undefined;
  /** Why the rows could not be made. */
  #failure: unknown;

  constructor(statement: string, messages: Iterator<Buffer>, resolve: () => void, reject: (error: unknown) => void) {
    this.#statement = statement;
    this.#messages = messages;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  readonly submit = (connection: Connection): void => {
    this.#connection = connection as CopyConnection;
    connection.stream.cork(); // so that a small one is a single write
    connection.query(this.#statement);
    this.#send();
    connection.stream.uncork();
  };

  handleCopyInResponse(): void {
    // The rows are on their way.
  }

  handleCommandComplete(): void {
    // ReadyForQuery follows.
  }

  handleReadyForQuery(): void {
    this.#resolve();
  }

  /** Of the statement, of a row, or of the connection. */
  handleError(error: unknown): void {
    this.#connection?.stream.off('drain', this.#send);
    this.#connection = undefined;
    this.#reject(this.#failure ?? error);
  }

  readonly #send = (): void => {
    if (this.#connection === undefined) return;
    const { stream } = this.#connection;
    try {
      for (let next = this.#messages.next(); next.done !== true; next = this.#messages.next()) {
        if (stream.write(next.value)) continue;
        stream.once('drain', this.#send);
        return;
      }
    } catch (error) {
      this.#failure = error;
      this.#connection.sendCopyFail('its rows cannot be made');
    }
  };
}
