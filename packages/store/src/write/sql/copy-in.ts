import type { Duplex } from 'node:stream';
import { type Connection, Query } from 'pg';
import type { Pipeline } from '../../session/pipeline';

/** What the types of the driver leave out. */
type CopyConnection = Connection & { sendCopyFail(message: string): void };

class CopyInQuery extends Query {
  /** The driver's answer to a server that is ready for rows is that there are none. Here they are on their way. */
  handleCopyInResponse(): void {
    // Nothing is left to be done.
  }
}

/**
 * Sends a COPY with its rows. They follow the statement at once, without waiting for the server to ask for them, and as fast as the
 * socket takes them: of a statement that fails it drops what still comes (PostgreSQL, Message Flow).
 * @param messages whole messages of the protocol, the last one CopyDone
 * @returns when all are sent; whether it worked is an answer of the pipeline
 */
export async function copyIn(pipeline: Pipeline, statement: string, messages: Iterable<Buffer>): Promise<void> {
  const { client } = pipeline;
  if (!client.pipeline) throw new Error('COPY would come behind its rows'); // there the driver keeps statements back
  const connection = client.connection as CopyConnection;
  const { stream } = connection;
  let isAnswered = false as boolean;
  let fail: (error: unknown) => void = () => undefined;
  const answer = new Promise<void>((resolve, reject) => {
    fail = reject;
    const settle = (error?: Error) => {
      isAnswered = true;
      if (error) reject(error);
      else resolve();
    };
    stream.cork(); // so that a small one is a single write
    client.query(new CopyInQuery(statement, settle));
  });
  pipeline.expect(answer);
  try {
    for (const message of messages) {
      const isRoom = stream.write(message);
      if (!isRoom) await drained(stream);
      if (isAnswered || stream.destroyed) return; // it has failed
    }
  } catch (error) {
    fail(error); // rather than with what the server says of it
    connection.sendCopyFail('its rows cannot be made');
    throw error;
  } finally {
    stream.uncork();
  }
}

/** Resolves when there is room for more, or the connection has ended. */
function drained(stream: Duplex): Promise<void> {
  stream.uncork();
  return new Promise((resolve) => {
    const done = () => {
      stream.off('drain', done);
      stream.off('close', done);
      resolve();
    };
    stream.on('drain', done);
    stream.on('close', done);
  });
}
