import { randomBytes } from 'node:crypto';
import { type Fields, bytesField, messageField, textField } from '../../load/protobuf';
import { MIB, OTLP } from '../bodies';
import type { BodyCase } from '../send-bodies';

const TRACE = randomBytes(16);
const EMPTY = Buffer.alloc(0);

/** Makes a field `spans` with an id of its own. */
function span(index: number, rest: Fields, trace: Uint8Array = TRACE): Fields {
  const id = Buffer.alloc(8);
  id.writeUInt32BE(index + 1, 4);
  return messageField(2, bytesField(1, trace), bytesField(2, id), textField(5, 's'), rest);
}

const attribute = (key: string, value: string): Fields =>
  messageField(9, textField(1, key), messageField(2, textField(1, value)));

const request = (...scopeSpans: readonly Fields[]): Fields => messageField(1, messageField(2, ...scopeSpans));

const many = (count: number, make: (index: number) => Fields): Fields =>
  Buffer.concat(Array.from({ length: count }, (_, index) => make(index)));

const times = (count: number, fields: Fields): Fields => Buffer.alloc(count * fields.length, fields);

const otlp = (name: string, expect: number, body: () => Fields): BodyCase => ({
  name: `protobuf: ${name}`,
  expect,
  body: () => ({ path: OTLP, type: 'application/x-protobuf', body: body() }),
});

/** OTLP as protobuf: a million values of two bytes on the wire and a hundred in memory. */
export const OTLP_PROTOBUF_CASES: readonly BodyCase[] = [
  otlp('50,000 spans of 1.2 KB', 200, () => {
    const large = attribute('k', 'v'.repeat(1200));
    return request(many(50_000, (index) => span(index, large)));
  }),
  otlp('50,000 spans of 20 attributes', 200, () => {
    const attributes = many(20, (index) => attribute(`k${index}`, 'v'));
    return request(many(50_000, (index) => span(index, attributes)));
  }),
  otlp('50,000 traces of one span, a resource of 1 KB', 200, () => {
    const resource = messageField(
      1,
      messageField(1, textField(1, 'r'), messageField(2, textField(1, 'x'.repeat(1000)))),
    );
    const spans = many(50_000, (index) => span(index, EMPTY, randomBytes(16)));
    return messageField(1, resource, messageField(2, spans));
  }),
  otlp('a span of a million attributes', 413, () =>
    request(
      span(
        0,
        many(999_000, (index) => attribute(index.toString(16).padStart(6, '0'), '')),
      ),
    ),
  ),
  otlp('a span of a million events', 200, () => request(span(0, times(999_000, bytesField(11, EMPTY))))),
  otlp('a list of a million values', 200, () => {
    const list = messageField(5, times(990_000, bytesField(1, EMPTY)));
    return request(span(0, messageField(9, textField(1, 'k'), bytesField(2, list))));
  }),
  otlp('a million scopes', 200, () => messageField(1, times(999_000, bytesField(2, EMPTY)))),
  otlp('60 MiB of groups that begin', 400, () => Buffer.alloc(60 * MIB, 0x0b)),
  otlp('64 MiB of zeros', 400, () => Buffer.alloc(64 * MIB)),
];
