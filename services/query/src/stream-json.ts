import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { sendJson } from '@sluice/http';

/** Characters that are gathered before they are sent. */
const FLUSH_AT = 64 * 1024;

/**
 * Answers 200 with JSON text that is made while it is sent. The next piece is asked for when the client has taken the
 * ones before, and not at all once it has gone. What fails before the first piece is full can still be answered as an
 * error; later it must cut the connection.
 */
export async function streamJson(response: ServerResponse, pieces: AsyncIterable<string>): Promise<void> {
  let gathered = '';
  for await (const piece of pieces) {
    gathered += piece;
    if (gathered.length < FLUSH_AT) continue;
    if (!response.headersSent) {
      response.statusCode = 200;
      response.setHeader('Content-Type', 'application/json');
    }
    if (!response.write(gathered)) await drained(response);
    if (response.destroyed) return;
    gathered = '';
  }
  if (response.headersSent) response.end(gathered);
  else sendJson(response, 200, gathered);
}

/** Resolves when the client has taken what was written, or is gone. */
async function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed) return;
  const done = new AbortController();
  const { signal } = done;
  await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
  done.abort();
}
