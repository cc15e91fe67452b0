import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { type Coding, sendJson } from '@sluice/http';
import { type StoredText, isPacked } from '@sluice/store/read';
import { COMPRESSIONS } from './codings';
import { Utf8Chunks } from './utf8-chunks';

/** JSON text in fragments, made while it is sent; single fragments may be too long to be held. */
export type Fragments = AsyncIterable<Iterable<StoredText>> | Iterable<Iterable<StoredText>>;

/** Characters that are collected before they are sent together. */
const CHUNK = 64 * 1024;

/** Characters below which a response is not compressed, because it fits into one packet. */
const SHORTEST_ZIPPED = 1024;

export interface StreamOptions {
  /** Coding of the response, if it is long enough. */
  readonly coding?: Coding | undefined;
}

/**
 * Answers 200 with JSON text that is made while it is sent. The next fragment is requested when the client has received the earlier ones,
 * and not at all once it is gone. A failure before two chunks are full can still be answered as an error; later it must cut the connection.
 */
export async function streamJson(
  response: ServerResponse,
  fragments: Fragments,
  { coding }: StreamOptions,
): Promise<void> {
  let body: Writable = response;
  let last: string | Buffer | undefined; // held back: a single chunk is a response of known length
  for await (const chunk of chunksOf(fragments)) {
    if (last !== undefined) {
      if (!response.headersSent) {
        response.writeHead(200, { 'Content-Type': 'application/json', ...(coding && { 'Content-Encoding': coding }) });
        if (coding !== undefined && response.req.method !== 'HEAD') body = zipInto(response, coding);
      }
      // A HEAD request needs only the header.
      if (response.req.method === 'HEAD') break;
      if (!body.write(last)) await drained(body, response);
      if (isGone(response)) return;
    }
    last = chunk;
  }
  if (response.headersSent || last === undefined) body.end(last);
  else if (coding !== undefined && last.length >= SHORTEST_ZIPPED) await sendZipped(response, last, coding);
  else sendJson(response, 200, last);
}

function zipInto(response: ServerResponse, coding: Coding): Writable {
  const zip = COMPRESSIONS[coding].stream();
  zip.on('error', (error) => response.destroy(error));
  const release = (): void => void zip.destroy();
  response.on('close', release);
  // A response that waits behind another one of its connection gets no event at its end.
  response.req.on('close', release);
  zip.pipe(response);
  return zip;
}

async function sendZipped(response: ServerResponse, text: string | Buffer, coding: Coding): Promise<void> {
  const bytes = await COMPRESSIONS[coding].whole(text);
  response.setHeader('Content-Encoding', coding);
  sendJson(response, 200, bytes);
}

async function* chunksOf(fragments: Fragments): AsyncGenerator<string | Buffer, void, void> {
  const chunks = new Utf8Chunks();
  let gathered = '';
  for await (const some of fragments) {
    for (const fragment of some) {
      if (isPacked(fragment)) {
        for (const full of chunks.add([gathered, ...fragment])) yield full;
        gathered = '';
        continue;
      }
      if (typeof fragment === 'string' && fragment.length < CHUNK) {
        gathered += fragment;
        if (gathered.length < CHUNK) continue;
      }
      yield* inOrder(chunks, gathered);
      gathered = '';
      if (typeof fragment !== 'string') yield* fragment;
      else if (fragment.length >= CHUNK) yield* cut(fragment);
    }
  }
  yield* inOrder(chunks, gathered);
}

/** Returns what is in the chunks, and the text behind it. */
function inOrder(chunks: Utf8Chunks, text: string): (string | Buffer)[] {
  return chunks.isEmpty ? [text] : [...chunks.add([text]), chunks.rest()];
}

/** Cuts a text between characters: halves of a surrogate pair would be encoded as two wrong characters. */
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

/** Waits until the client has received what was written, or is gone. */
async function drained(body: Writable, response: ServerResponse): Promise<void> {
  while (body.writableNeedDrain && !isGone(response)) await anyOf(response, body, 'drain');
}

/** Waits until the client has received the whole response, or is gone. */
export async function taken(response: ServerResponse): Promise<void> {
  while (!response.writableFinished && !isGone(response)) await anyOf(response, response, 'finish');
}

/**
 * Whether the client is gone. A response that waits behind another one of its connection has no socket of its own and gets no event at its
 * end.
 */
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
