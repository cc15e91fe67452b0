import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createGzip, gzip } from 'node:zlib';
import { sendJson } from '@sluice/http';
import type { StoredText } from '@sluice/store/read';

/** JSON text in fragments, some of which may be too long to be held; made while it is sent. */
export type Fragments = AsyncIterable<Iterable<StoredText>> | Iterable<Iterable<StoredText>>;

/** Characters that are gathered before they are sent, and that are sent at once. */
const CHUNK = 64 * 1024;

/** Shorter answers fit into one packet as they are. */
const SHORTEST_ZIPPED = 1024;

/** The fastest level: JSON becomes a tenth of its size, and the higher ones take three times as long for a few percent. */
const LEVEL = constants.Z_BEST_SPEED;

/** What an answer in gzip holds beside its text: the window and the tables of zlib, and what waits in its stream. */
export const GZIP_BYTES = 384 * 1024;

export interface StreamOptions {
  /** Send the text in gzip where that is worth its work. */
  readonly gzip: boolean;
}

/**
 * Answers 200 with JSON text that is made while it is sent. The next fragment is asked for when the client has taken the
 * ones before, and not at all once it has gone. What fails before two chunks are full can still be answered as an
 * error; later it must cut the connection.
 */
export async function streamJson(
  response: ServerResponse,
  fragments: Fragments,
  options: StreamOptions,
): Promise<void> {
  let body: Writable = response;
  let last: string | Buffer | undefined; // held back: alone it is an answer whose length is known
  for await (const chunk of chunksOf(fragments)) {
    if (last !== undefined) {
      if (!response.headersSent) {
        response.writeHead(200, { 'Content-Type': 'application/json', ...(options.gzip && ZIPPED) });
        if (options.gzip && response.req.method !== 'HEAD') body = zipInto(response);
      }
      // A HEAD request wants nothing beyond the header.
      if (response.req.method === 'HEAD') break;
      if (!body.write(last)) await drained(body, response);
      if (isGone(response)) return;
    }
    last = chunk;
  }
  if (response.headersSent || typeof last !== 'string') body.end(last);
  else if (options.gzip && last.length >= SHORTEST_ZIPPED) await sendZipped(response, last);
  else sendJson(response, 200, last);
}

const ZIPPED = { 'Content-Encoding': 'gzip' };

/** What is written goes on at once, in gzip: a reader sees the first rows early, and that something comes. */
function zipInto(response: ServerResponse): Writable {
  const zip = createGzip({ level: LEVEL, flush: constants.Z_SYNC_FLUSH });
  zip.on('error', (error) => response.destroy(error));
  const release = (): void => void zip.destroy();
  response.on('close', release);
  // An answer that waits behind another one of its connection hears nothing of its end.
  response.req.on('close', release);
  zip.pipe(response);
  return zip;
}

const zipped = promisify<string, { readonly level: number }, Buffer>(gzip);

async function sendZipped(response: ServerResponse, text: string): Promise<void> {
  const bytes = await zipped(text, { level: LEVEL });
  response.setHeader('Content-Encoding', 'gzip');
  sendJson(response, 200, bytes);
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
async function drained(body: Writable, response: ServerResponse): Promise<void> {
  while (body.writableNeedDrain && !isGone(response)) await anyOf(response, body, 'drain');
}

/** Resolves when the client has taken the whole answer, or is gone. */
export async function taken(response: ServerResponse): Promise<void> {
  while (!response.writableFinished && !isGone(response)) await anyOf(response, response, 'finish');
}

/** An answer that waits behind another one of its connection has no socket of its own and hears nothing of its end. */
function isGone({ destroyed, req }: ServerResponse): boolean {
  return destroyed || req.socket.destroyed;
}

/** Resolves at the event of the body, or when the client is gone. */
function anyOf(response: ServerResponse, body: Writable, event: 'drain' | 'finish'): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      body.off(event, done);
      response.off('close', done);
      response.req.off('close', done);
      resolve();
    };
    body.on(event, done);
    response.on('close', done);
    response.req.on('close', done);
  });
}
