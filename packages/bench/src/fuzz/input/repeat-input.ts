import { gzipSync } from 'node:zlib';
import type { FuzzInput } from './fuzz-input';

/**
 * Changes an input for its second sending. An export of OTLP metrics is recognized by its decompressed body and its credentials (contract:
 * OTLP), so it is compressed and gets a key that OTLP ignores.
 */
export function sentAgain(input: FuzzInput): FuzzInput {
  const isPlain = !input.headers.some(([name]) => name === 'Content-Encoding');
  if (input.endpoint !== 'otlp-metrics' || !isPlain) return input;
  const body = gzipSync(input.body);
  const headers = input.headers.map(([name, value]) =>
    name === 'Content-Length' ? ([name, String(body.length)] as const) : ([name, value] as const),
  );
  return { ...input, body, headers: [...headers, ['Content-Encoding', 'gzip'], ['Idempotency-Key', 'another']] };
}
