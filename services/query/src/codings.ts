import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { Coding } from '@sluice/http';

/** Compression of responses. */
interface Compression {
  /** Memory in addition to the text: the window and the tables of zlib, and the contents of its stream. */
  readonly bytes: number;
  /** Compresses a whole text. */
  readonly whole: (text: string | Buffer) => Promise<Buffer>;
  /** Makes a stream that flushes each write: a reader receives the first rows early. */
  readonly stream: () => Transform;
}

/** The fastest level: JSON becomes a tenth of its size, and the higher levels take three times as long for a few percent. */
const GZIP = { level: constants.Z_BEST_SPEED };

/** For responses of 5 kB to 9 MB, 0.5 to 0.65 of the CPU of gzip, and 0.86 to 1.03 of its bytes; quality 2 uses more CPU than gzip. */
const BROTLI = {
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: 1,
    [constants.BROTLI_PARAM_LGWIN]: 18,
  },
};

const gzipped = promisify<string | Buffer, typeof GZIP, Buffer>(gzip);
const brotlied = promisify<string | Buffer, typeof BROTLI, Buffer>(brotliCompress);

export const COMPRESSIONS: Readonly<Record<Coding, Compression>> = {
  br: {
    bytes: 896 * 1024,
    whole: (text) => brotlied(text, BROTLI),
    stream: () => createBrotliCompress({ ...BROTLI, flush: constants.BROTLI_OPERATION_FLUSH }),
  },
  gzip: {
    bytes: 384 * 1024,
    whole: (text) => gzipped(text, GZIP),
    stream: () => createGzip({ ...GZIP, flush: constants.Z_SYNC_FLUSH }),
  },
};
