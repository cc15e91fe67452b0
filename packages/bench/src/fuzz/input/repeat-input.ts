import { gzipSync } from 'node:zlib';
import type { FuzzInput } from './fuzz-input';

/**
 * An input as it is sent a second time. An OTLP export is recognized by its body without its encoding and its credentials
 * (contract: OTLP): it comes compressed, with a key that is not read there.
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
