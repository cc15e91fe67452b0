import { randomBytes } from 'node:crypto';
import { type Fields, bytesField, messageField, textField } from '../../load/protobuf';
import { type BodyCase, MIB, filled, listed } from './bodies';

const EMPTY = Buffer.alloc(0);

/** Writer of one encoding of OTLP: parts of a request, each in its encoding. */
interface Writer<Part> {
  readonly many: (count: number, make: (index: number) => Part) => Part;
  readonly attribute: (key: string, value: string) => Part;
  /** @param trace 16 bytes */
  readonly span: (trace: Buffer, index: number, attributes: Part) => Part;
  readonly request: (spans: Part) => Part;
}

const spanId = (index: number): Buffer => {
  const id = Buffer.alloc(8);
  id.writeUInt32BE(index + 1, 4);
  return id;
};

const JSON_WRITER: Writer<string> = {
  many: listed,
  attribute: (key, value) => `{"key":"${key}","value":{"stringValue":"${value}"}}`,
  span: (trace, index, attributes) =>
    `{"traceId":"${trace.toString('hex')}","spanId":"${spanId(index).toString('hex')}","name":"s","attributes":[${attributes}]}`,
  request: (spans) => `{"resourceSpans":[{"scopeSpans":[{"spans":[${spans}]}]}]}`,
};

const PROTOBUF_WRITER: Writer<Fields> = {
  many: (count, make) => Buffer.concat(Array.from({ length: count }, (_, index) => make(index))),
  attribute: (key, value) => messageField(9, textField(1, key), messageField(2, textField(1, value))),
  span: (trace, index, rest) =>
    messageField(2, bytesField(1, trace), bytesField(2, spanId(index)), textField(5, 's'), rest),
  request: (spans) => messageField(1, messageField(2, spans)),
};

/** Requests of both encodings. @param attributes number of attributes of one span, and its status */
function bothEncodings<Part extends string | Fields>(
  { many, attribute, span, request }: Writer<Part>,
  otlp: (name: string, expect: number, body: () => string | Fields) => BodyCase,
  attributes: readonly [count: number, name: string, status: number],
): readonly BodyCase[] {
  const [count, name, status] = attributes;
  const spans = (own: Part): Part => {
    const trace = randomBytes(16);
    return many(50_000, (index) => span(trace, index, own));
  };
  return [
    otlp('50,000 spans of 1.2 KB', 200, () => request(spans(attribute('k', 'v'.repeat(1100))))),
    otlp('50,000 spans of 20 attributes', 200, () => request(spans(many(20, (n) => attribute(`k${n}`, 'v'))))),
    otlp(`a span of ${name} attributes`, status, () =>
      request(
        span(
          randomBytes(16),
          0,
          many(count, (n) => attribute(n.toString(16).padStart(6, '0'), '')),
        ),
      ),
    ),
  ];
}

const ofJson = (name: string, expect: number, body: () => string | Buffer): BodyCase => ({
  name: `OTLP JSON: ${name}`,
  expect,
  make: () => ({ endpoint: 'otlp', body: body() }),
});

const ofProtobuf = (name: string, expect: number, body: () => string | Buffer): BodyCase => ({
  name: `protobuf: ${name}`,
  expect,
  make: () => ({ endpoint: 'otlp', contentType: 'application/x-protobuf', body: body() }),
});

const { span, request, many } = PROTOBUF_WRITER;

const times = (count: number, fields: Fields): Fields => Buffer.alloc(count * fields.length, fields);
const oneSpan = (fields: Fields): Fields => request(span(randomBytes(16), 0, fields));

/** OTLP/JSON. */
const JSON_CASES: readonly BodyCase[] = [
  ...bothEncodings(JSON_WRITER, ofJson, [140_000, '140,000', 200]),
  ofJson('a million scopes', 413, () =>
    filled('{"resourceSpans":[{"scopeSpans":[', '{"spans":[],"scope":{}},', '{}]}]}', 23 * MIB),
  ),
  ofJson('a million resources', 413, () =>
    filled('{"resourceSpans":[', '{"scopeSpans":[],"resource":{}},', '{}]}', 31 * MIB),
  ),
];

/** OTLP in protobuf: a million values of two bytes on the wire and a hundred in memory. */
export const PROTOBUF_CASES: readonly BodyCase[] = [
  ...bothEncodings(PROTOBUF_WRITER, ofProtobuf, [999_000, 'a million', 413]),
  ofProtobuf('50,000 traces of one span, a resource of 1 KB', 200, () => {
    const attribute = messageField(1, textField(1, 'r'), messageField(2, textField(1, 'x'.repeat(1000))));
    const spans = many(50_000, (index) => span(randomBytes(16), index, EMPTY));
    return messageField(1, messageField(1, attribute), messageField(2, spans));
  }),
  ofProtobuf('a span of a million events', 200, () => oneSpan(times(999_000, bytesField(11, EMPTY)))),
  ofProtobuf('a list of a million values', 200, () => {
    const list = messageField(5, times(990_000, bytesField(1, EMPTY)));
    return oneSpan(messageField(9, textField(1, 'k'), bytesField(2, list)));
  }),
  ofProtobuf('a million scopes', 200, () => messageField(1, times(999_000, bytesField(2, EMPTY)))),
  ofProtobuf('60 MiB of groups that begin', 400, () => Buffer.alloc(60 * MIB, 0x0b)),
  ofProtobuf('64 MiB of zeros', 400, () => Buffer.alloc(64 * MIB)),
];

/** OTLP in both encodings. */
export const OTLP_CASES: readonly BodyCase[] = [...JSON_CASES, ...PROTOBUF_CASES];
