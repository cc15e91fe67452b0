import { MIB, NATIVE, filled, listed, traceOf } from '../bodies';
import type { BodyCase } from '../send-bodies';

const LARGEST = 64 * MIB;

const start = (name: string): string => `{"trace":{"id":"${traceOf(name)}"}`;

/** Makes an unknown member of this size. */
const unknown = (name: string, first: string, unit: string, last: string, bytes = LARGEST): Buffer =>
  filled(`${start(name)},"x":${first}`, unit, `${last}}`, bytes);

const native = (name: string, expect: number, body: (name: string) => Buffer | string): BodyCase => ({
  name,
  expect,
  body: () => ({ path: NATIVE, body: body(name) }),
});

/** Bodies with hostile JSON: many small values, depth, long texts, white space. */
export const JSON_CASES: readonly BodyCase[] = [
  native('64 MiB of empty objects', 413, (name) => unknown(name, '[', '{},', '0]')),
  native('input of 2.8 million empty lists', 413, (name) =>
    filled(`{"trace":{"id":"${traceOf(name)}","input":[`, '[],', '0]}}', 8 * MIB),
  ),
  native('64 MiB of empty observations', 413, (name) =>
    filled(`${start(name)},"observations":[`, '{},', '{}]}', LARGEST),
  ),
  native('64 MiB of brackets, half of them open', 413, (name) => {
    const half = LARGEST / 2 - 100;
    return Buffer.concat([
      Buffer.from(`${start(name)},"x":`),
      Buffer.alloc(half, '['),
      Buffer.alloc(half, ']'),
      Buffer.from('}'),
    ]);
  }),
  native('64 MiB of white space after the batch', 200, (name) => filled(`${start(name)}}`, ' ', '', LARGEST)),
  native('64 MiB of white space within the batch', 413, (name) => filled(start(name), ' ', '}', LARGEST)),
  native('one text of 64 MiB', 413, (name) => unknown(name, '"', 'v', '"')),
  native('one text of 64 MiB of emojis', 413, (name) => unknown(name, '"', '\u{1f6b0}', '"')),
  native('one text of 60 MiB of escapes', 413, (name) => unknown(name, '"', '\\u0000', '"', 60 * MIB)),
  native('metadata of 3.6 million numbers', 413, (name) =>
    filled(`{"trace":{"id":"${traceOf(name)}","metadata":{"a":[`, '1,', '0]}}}', 7 * MIB),
  ),
  native(
    'metadata of 499,000 keys',
    400,
    (name) =>
      `{"trace":{"id":"${traceOf(name)}","metadata":{${listed(499_000, (index) => `"${index.toString(16)}":1`)}}}}`,
  ),
];
