import type { RequestMatcher } from './tcp-proxy';

const PRODUCE = 0;
const LAST_PRODUCE_VERSION = 13;
/** Bytes of the header of every Kafka request: size, api key, version, correlation id, length of the client's id. */
const HEADER_BYTES = 14;

/**
 * Whether a chunk to a Kafka broker contains a Produce request: as its first request, or after others that are complete. The rest of a
 * request that arrived in several chunks does not count.
 */
export const isKafkaProduce: RequestMatcher = (chunk) => {
  let at = 0;
  while (at + HEADER_BYTES <= chunk.length) {
    if (isProduceHeader(chunk, at)) return true;
    const size = chunk.readInt32BE(at);
    if (size <= 0) return false;
    at += 4 + size;
  }
  return false;
};

/** Content of a record could look like the first numbers of a header, so the client's id is checked, too. */
function isProduceHeader(chunk: Buffer, at: number): boolean {
  const version = chunk.readInt16BE(at + 6);
  if (chunk.readInt16BE(at + 4) !== PRODUCE || version < 0 || version > LAST_PRODUCE_VERSION) return false;
  const idLength = chunk.readInt16BE(at + 12);
  if (chunk.readInt32BE(at) < HEADER_BYTES - 4 + idLength) return false;
  const id = chunk.toString('latin1', at + HEADER_BYTES, at + HEADER_BYTES + idLength);
  return idLength >= 0 && id.length === idLength && /^[\x21-\x7e]*$/.test(id);
}

/** Message Query or Parse of the Postgres protocol: its letter, four bytes of length, for Parse a name, the text. */
const COMMIT = /(?<=(Q[^]{4}|P[^]{4}[^\0]*\0)\s*)commit(\s+(work|transaction))?\s*;?\s*\0/i;

/**
 * Whether a chunk to Postgres commits a transaction, as a simple query or by the parsing of an extended one. A statement with an implicit
 * commit does not count.
 */
export const isPostgresCommit: RequestMatcher = (chunk) => COMMIT.test(chunk.toString('latin1'));
