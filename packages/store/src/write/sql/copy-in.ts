import type { Duplex } from 'node:stream';
import { type Connection, Query } from 'pg';
import type { Pipeline } from '../../session/pipeline';

/** Connection with a method that the types of the driver omit. */
type CopyConnection = Connection & { sendCopyFail(message: string): void };

class CopyInQuery extends Query {
  /** Replaces the driver's response to a server that is ready for rows, which sends none: here the rows are already on their way. */
  handleCopyInResponse(): void {
    // Nothing to send.
  }
}

/**
 * Sends a COPY with its rows. The rows follow the statement at once, without a wait for the server's response, and as fast as the socket
 * accepts them: after a failed statement the server skips the rest (PostgreSQL, Message Flow).
 * @param messages complete messages of the protocol, the last one CopyDone
 * @returns resolves when all are sent; the pipeline reports whether the COPY has succeeded
 */
export async function copyIn(pipeline: Pipeline, statement: string, messages: Iterable<Buffer>): Promise<void> {
  const { client } = pipeline;
  if (!client.pipeline) throw new Error('COPY would come behind its rows'); // outside of a pipeline the driver delays statements
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
    stream.cork(); // so that a small COPY is a single write
    client.query(new CopyInQuery(statement, settle));
  });
  pipeline.expect(answer);
  try {
    for (const message of messages) {
      const isRoom = stream.write(message);
      if (!isRoom) await drained(stream);
      if (isAnswered || stream.destroyed) return; // the COPY has failed
    }
  } catch (error) {
    fail(error); // rejects with this error instead of the server's response to it
    connection.sendCopyFail('its rows cannot be made');
    throw error;
  } finally {
    stream.uncork();
  }
}

/** Waits until the socket has room for more, or has closed. */
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
