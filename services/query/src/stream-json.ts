import type { ServerResponse } from 'node:http';
import { sendJson } from '@sluice/http';
import type { StoredText } from '@sluice/store/read';

/** JSON text in fragments, some of which may be too long to be held; made while it is sent. */
export type Fragments = AsyncIterable<readonly StoredText[]> | Iterable<readonly StoredText[]>;

/** Characters that are gathered before they are sent, and that are sent at once. */
const CHUNK = 64 * 1024;

/**
 * Answers 200 with JSON text that is made while it is sent. The next fragment is asked for when the client has taken the
 * ones before, and not at all once it has gone. What fails before two chunks are full can still be answered as an
 * error; later it must cut the connection.
 */
export async function streamJson(response: ServerResponse, fragments: Fragments): Promise<void> {
  let last: string | Buffer | undefined; // held back: alone it is an answer whose length is known
  for await (const chunk of chunksOf(fragments)) {
    if (last !== undefined) {
      if (!response.headersSent) response.writeHead(200, { 'Content-Type': 'application/json' });
      // A HEAD request wants nothing beyond the header.
      if (response.req.method === 'HEAD') break;
      if (!response.write(last)) await drained(response);
      if (isGone(response)) return;
    }
    last = chunk;
  }
  if (response.headersSent || typeof last !== 'string') response.end(last);
  else sendJson(response, 200, last);
}

async function* chunksOf(fragments: Fragments): AsyncGenerator<string | Buffer, void, void> {
  let gathered = '';
  for await (const some of fragments) {
    for (const fragment of some) {
      if (typeof fragment === 'string' && fragment.length < CHUNK) {
        gathered += fragment;
        if (gathered.length < CHUNK) continue;
      }
      yield gathered;
      gathered = '';
      if (typeof fragment !== 'string') yield* fragment;
      else if (fragment.length >= CHUNK) yield* cut(fragment);
    }
  }
  yield gathered;
}

/** Cuts a text between characters: halves of one would be encoded as two wrong ones. */
function* cut(text: string): Generator<string, void, void> {
  for (let from = 0; from < text.length;) {
    const to = from + CHUNK;
    const end = isHighSurrogate(text.charCodeAt(to - 1)) ? to + 1 : to;
    yield text.slice(from, end);
    from = end;
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** Resolves when the client has taken what was written, or is gone. */
async function drained(response: ServerResponse): Promise<void> {
  while (response.writableNeedDrain && !isGone(response)) await anyOf(response, 'drain');
}

/** Resolves when the client has taken the whole answer, or is gone. */
export async function taken(response: ServerResponse): Promise<void> {
  while (!response.writableFinished && !isGone(response)) await anyOf(response, 'finish');
}

/** An answer that waits behind another one of its connection has no socket of its own and hears nothing of its end. */
function isGone({ destroyed, req }: ServerResponse): boolean {
  return destroyed || req.socket.destroyed;
}

function anyOf(response: ServerResponse, event: 'drain' | 'finish'): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off(event, done).off('close', done);
      response.req.off('close', done);
      resolve();
    };
    response.on(event, done).on('close', done);
    response.req.on('close', done);
  });
}
