import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** HTTP answer. */
export interface WireAnswer {
  readonly status: number;
  /** Headers by lower-case name; values of a repeated header are joined by a comma. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** Answer at the start of some bytes, and its length; undefined where it is not complete. */
export interface ParsedAnswer {
  readonly answer: WireAnswer;
  readonly length: number;
}

const END_OF_HEAD = Buffer.from('\r\n\r\n');
const END_OF_LINE = Buffer.from('\r\n');

/**
 * Reads the first final answer and skips interim ones (1xx).
 * @param bodiless whether the answer has no body, whatever its header says (HEAD)
 * @throws Error for bytes that are no HTTP answer with a length or chunks
 */
export function parseAnswer(bytes: Buffer, bodiless: boolean): ParsedAnswer | undefined {
  const endOfHead = bytes.indexOf(END_OF_HEAD);
  if (endOfHead < 0) return undefined;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, endOfHead).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
  if (Number.isNaN(status)) throw new Error(`no status line: ${JSON.stringify(statusLine)}`);
  const headers = readHeaders(lines);
  const start = endOfHead + END_OF_HEAD.length;
  if (status < 200) {
    const rest = parseAnswer(bytes.subarray(start), bodiless);
    return rest && { answer: rest.answer, length: start + rest.length };
  }
  const body =
    bodiless || status === 204 || status === 304
      ? { content: Buffer.alloc(0), end: start }
      : readBody(bytes, start, headers);
  return body && { answer: { status, headers, body: decompressed(body.content, headers) }, length: body.end };
}

const DECOMPRESS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = { br: brotliDecompressSync, gzip: gunzipSync };

/** Returns the plain body. @throws Error for an encoding that no input accepts, or a damaged body */
function decompressed(content: Buffer, headers: WireAnswer['headers']): Buffer {
  const encoding = headers.get('content-encoding');
  if (encoding === undefined || content.length === 0) return content;
  const decompress = DECOMPRESS[encoding];
  if (decompress === undefined) throw new Error(`an answer has the encoding ${encoding}`);
  return decompress(content);
}

function readHeaders(lines: readonly string[]): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 1) throw new Error(`no header line: ${JSON.stringify(line)}`);
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    const known = headers.get(name);
    headers.set(name, known === undefined ? value : `${known}, ${value}`);
  }
  return headers;
}

interface Body {
  readonly content: Buffer;
  readonly end: number;
}

function readBody(bytes: Buffer, start: number, headers: ReadonlyMap<string, string>): Body | undefined {
  if (headers.get('transfer-encoding') === 'chunked') return readChunks(bytes, start);
  const length = headers.get('content-length');
  if (length === undefined || !/^\d+$/.test(length)) throw new Error('an answer has no length');
  const end = start + Number(length);
  return bytes.length < end ? undefined : { content: bytes.subarray(start, end), end };
}

function readChunks(bytes: Buffer, start: number): Body | undefined {
  const chunks: Buffer[] = [];
  for (let at = start; ;) {
    const endOfLine = bytes.indexOf(END_OF_LINE, at);
    if (endOfLine < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, endOfLine), 16);
    if (Number.isNaN(size)) throw new Error('a chunk has no size');
    const chunk = endOfLine + END_OF_LINE.length;
    const end = chunk + size + END_OF_LINE.length;
    if (bytes.length < end) return undefined;
    if (size === 0) return { content: Buffer.concat(chunks), end };
    chunks.push(bytes.subarray(chunk, chunk + size));
    at = end;
  }
}
