import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflate, gzip } from 'node:zlib';
import { dashed } from '@sluice/record';
import { testUuid } from '@sluice/testbed/samples';
import { type Draft, type WriteEndpoint, pathOf } from '../input/fuzz-input';

export const MIB = 1024 * 1024;

/** Body before its compression. */
export interface HostileBody {
  /** Default: the native batch. */
  readonly endpoint?: WriteEndpoint;
  readonly contentType?: 'application/x-protobuf';
  readonly body: Buffer | string;
  /** Default: gzip. `asIs`: sent unchanged, with the header of gzip. */
  readonly encoding?: 'gzip' | 'identity' | 'deflate' | 'asIs';
}

/** Case that only sends bodies. */
export interface BodyCase {
  readonly name: string;
  /** Status of each answer; with several clients 503 is allowed as well. */
  readonly expect: number;
  /** Number of clients that send at once, each on a connection of its own. Default: 1. */
  readonly clients?: number;
  /** Number of bodies that each client sends, one after the other. Default: 1. */
  readonly times?: number;
  /** @param client from 0 @param turn from 0 */
  readonly make: (client: number, turn: number) => HostileBody;
}

/** Compresses a body, and makes the request that sends it. */
export async function toDraft(hostile: HostileBody): Promise<Draft> {
  const { endpoint = 'native', contentType = 'application/json', encoding = 'gzip' } = hostile;
  const bytes = Buffer.from(hostile.body);
  const compress = encoding === 'deflate' ? deflate : gzip;
  return {
    endpoint,
    method: 'POST',
    path: pathOf(endpoint),
    contentType,
    headers: { 'Content-Encoding': encoding === 'asIs' ? 'gzip' : encoding },
    body: encoding === 'asIs' || encoding === 'identity' ? bytes : await promisify(compress)(bytes),
    done: [],
  };
}

/** Returns a trace id for each text, the same in each run. */
export function traceOf(text: string): string {
  return dashed(createHash('sha1').update(text).digest('hex').slice(0, 32));
}

/** Makes `first`, then `unit` as often as it fits, then `last`: at most `bytes` in total. */
export function filled(first: string, unit: string, last: string, bytes: number): Buffer {
  const size = Buffer.byteLength(unit);
  const middle = Buffer.alloc(Math.floor((bytes - first.length - last.length) / size) * size, unit);
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

/** Makes a JSON object of 2,200 members of 8,000 characters, 17 MiB, named `<prefix><number>`. */
export function largeObject(prefix = 'k'): string {
  const value = 'v'.repeat(8000);
  return `{${listed(2200, (index) => `"${prefix}${index}":"${value}"`)}}`;
}

/** Joins `length` items to one text with commas. */
export function listed(length: number, make: (index: number) => string): string {
  return Array.from({ length }, (_, index) => make(index)).join();
}
