import { promisify } from 'node:util';
import { gunzip, inflate as inflateZlib } from 'node:zlib';
import { DecodeError } from './decode-error';
import type { Limits } from './limits';

const gunzipAsync = promisify(gunzip);
const inflateAsync = promisify(inflateZlib);

/**
 * The body without its `Content-Encoding`: gzip, deflate (a zlib stream), identity or none, in any case
 * (contract: HTTP in general). Never allocates more than the limit and one chunk.
 * @throws DecodeError `too-large` beyond `inflatedBytes`; `invalid` for another encoding, damaged or cut data
 */
export async function inflate(
  body: Buffer,
  contentEncoding: string | undefined,
  limits: Pick<Limits, 'inflatedBytes'>,
): Promise<Buffer> {
  const decompress = decompressorOf(contentEncoding?.trim().toLowerCase() ?? '');
  const inflated = decompress === undefined ? body : await decompressed(body, decompress, limits.inflatedBytes);
  if (inflated.length > limits.inflatedBytes) throw tooLarge(limits.inflatedBytes);
  return inflated;
}

function decompressorOf(encoding: string): typeof gunzipAsync | undefined {
  switch (encoding) {
    case '':
    case 'identity':
    case 'none':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      return gunzipAsync;
    case 'deflate':
      return inflateAsync;
    default:
      throw new DecodeError('invalid', 'Content-Encoding must be gzip, deflate or identity');
  }
}

async function decompressed(body: Buffer, decompress: typeof gunzipAsync, limit: number): Promise<Buffer> {
  // Every chunk is a trip through the thread pool; telemetry inflates about tenfold.
  const chunkSize = Math.min(Math.max(body.length * 10, 16 * 1024), 1024 * 1024);
  try {
    return await decompress(body, { maxOutputLength: limit, chunkSize });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(limit);
    throw new DecodeError('invalid', 'the body is damaged or cut: it does not match its Content-Encoding', { cause });
  }
}

function tooLarge(limit: number): DecodeError {
  return new DecodeError('too-large', `the inflated body must not exceed ${limit} bytes`);
}
