import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflate, gzip } from 'node:zlib';
import { dashed } from '@sluice/record';
import { testUuid } from '@sluice/testbed/samples';

const KIB = 1024;
export const MIB = 1024 * KIB;

export const NATIVE = '/v1/l/batch';
export const METRICS = '/v1/metrics/batch';
export const OTLP = '/api/public/otel/v1/traces';

/** Body before compression. */
export interface HostileBody {
  readonly path: string;
  /** Default: `application/json`. */
  readonly type?: 'application/x-protobuf';
  readonly body: Buffer | string;
  /** Default: gzip. `asIs`: sent unchanged, with the header of gzip. */
  readonly encoding?: 'gzip' | 'identity' | 'deflate' | 'asIs';
}

/** Body as it is on the wire. */
export interface WireBody {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export async function toWire({ path, type, body, encoding = 'gzip' }: HostileBody): Promise<WireBody> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const headers = { 'content-type': type ?? 'application/json' };
  switch (encoding) {
    case 'identity':
      return { path, headers, body: bytes };
    case 'deflate':
      return { path, headers: { ...headers, 'content-encoding': 'deflate' }, body: await promisify(deflate)(bytes) };
    case 'asIs':
      return { path, headers: { ...headers, 'content-encoding': 'gzip' }, body: bytes };
    case 'gzip':
      return { path, headers: { ...headers, 'content-encoding': 'gzip' }, body: await promisify(gzip)(bytes) };
  }
}

/** Returns a trace id for each text, the same in each run. */
export function traceOf(text: string): string {
  return dashed(createHash('sha1').update(text).digest('hex').slice(0, 32));
}

/** Makes `first`, then `unit` as often as it fits, then `last`: at most `bytes` in total. */
export function filled(first: string, unit: string, last: string, bytes: number): Buffer {
  const count = Math.floor((bytes - first.length - last.length) / Buffer.byteLength(unit));
  const middle = Buffer.alloc(count * Buffer.byteLength(unit), unit);
  return Buffer.concat([Buffer.from(first), middle, Buffer.from(last)]);
}

/** Makes a native batch of `count` observations with inputs of `characters` characters. */
export function observations(trace: string, count: number, characters: number, character = 'v'): Buffer {
  const input = character.repeat(characters);
  const parts = Array.from({ length: count }, (_, index) =>
    Buffer.from(`${index === 0 ? '' : ','}{"id":"${testUuid(index + 1)}","name":"n","input":"${input}"}`),
  );
  return Buffer.concat([Buffer.from(`{"trace":{"id":"${trace}"},"observations":[`), ...parts, Buffer.from(']}')]);
}

/** Makes a JSON object of `members` members of 8,000 characters, named `<prefix><number>`. */
export function largeObject(members: number, prefix = 'k'): string {
  const value = 'v'.repeat(8000);
  return `{${Array.from({ length: members }, (_, index) => `"${prefix}${index}":"${value}"`).join()}}`;
}

/** Joins `length` items to one text with commas. */
export function listed(length: number, make: (index: number) => string): string {
  return Array.from({ length }, (_, index) => make(index)).join();
}
