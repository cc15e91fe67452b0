import { otlpProtobuf } from '@sluice/testbed/samples';
import { DEFAULT_LIMITS } from './limits';
import { decodeOtlpProtobuf } from './otlp-protobuf';

const decode = (body: Buffer) => decodeOtlpProtobuf(body, DEFAULT_LIMITS);

/** One length-delimited field. */
const field = (number: number, ...content: (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(content.map((part) => Buffer.from(part)));
  return Buffer.concat([Buffer.from([(number << 3) | 2]), lengthOf(body.length), body]);
};
const lengthOf = (length: number): Buffer =>
  Buffer.from(length < 0x80 ? [length] : [(length & 0x7f) | 0x80, ...lengthOf(length >>> 7)]);

const IDS = [
  field(1, Buffer.from('0af7651916cd43dd8448eb211c80319c', 'hex')),
  field(2, Buffer.from('b7ad6b7169203331', 'hex')),
];
const requestOf = (...spanFields: Buffer[]): Buffer => field(1, field(2, field(2, ...IDS, ...spanFields)));
const spanOf = (body: Buffer) => decode(body).resourceSpans[0]?.scopeSpans[0]?.spans[0];

describe('decodeOtlpProtobuf', () => {
  it('reads an attribute without a value as null', () => {
    expect([...(spanOf(requestOf(field(9, field(1, 'none'))))?.attributes ?? [])]).toEqual([['none', null]]);
  });

  it('takes no bytes as the valid empty request', () => {
    expect(decode(Buffer.alloc(0))).toEqual({ resourceSpans: [], accepted: 0, rejected: 0, reasons: [] });
  });

  it('replaces invalid UTF-8 by U+FFFD instead of failing the batch', () => {
    const bad = Buffer.from([0x61, 0xff, 0x62]);
    const span = spanOf(requestOf(field(5, bad), field(9, field(1, bad), field(2, field(1, bad)))));
    expect(span?.name).toBe('a\uFFFDb');
    expect([...(span?.attributes ?? [])]).toEqual([['a\uFFFDb', 'a\uFFFDb']]);
  });

  it('skips unknown fields, groups, and known fields of another wire type', () => {
    const group = Buffer.from([((20 << 3) & 0x7f) | 0x83, 1, 0x08, 0x01, ((20 << 3) & 0x7f) | 0x84, 1]);
    const nameAsVarint = Buffer.from([(5 << 3) | 0, 0x96, 0x01]);
    expect(spanOf(requestOf(group, nameAsVarint, field(14, 'x'), field(5, 'ok')))).toMatchObject({
      name: 'ok',
      dropped: 0,
    });
  });

  it('does not overflow the stack on values or groups nested as deep as the body is long', () => {
    let value = field(1, 'x');
    while (value.length < 60_000) value = field(5, field(1, value));
    const deep = spanOf(requestOf(field(9, field(1, 'a'), field(2, value))));
    expect(deep?.attributes.get('a')).toMatch(/^\[{512}\]{512}$/);
    expect(() => decode(Buffer.alloc(1_000_000, (20 << 3) | 3))).toThrow('the body must be a protobuf');
  });

  it('refuses a body that is cut, naming what is accepted and where it broke', () => {
    const body = requestOf(field(5, 'name'));
    expect(() => decode(body.subarray(0, body.length - 1))).toThrow(
      'the body must be a protobuf ExportTraceServiceRequest: damaged before byte 2',
    );
  });

  it.each(['00', '0301', '1b0000', '1b0304', '1b031c'])('refuses a field of the number 0, in groups too: %s', (hex) => {
    expect(() => decode(Buffer.from(`${hex}1c`, 'hex'))).toThrow('must be a protobuf');
    expect(decode(Buffer.from('1b13141c', 'hex')).accepted).toBe(0);
  });

  it('refuses a nested message that reaches past the end of the one around it', () => {
    const name = Buffer.from([(5 << 3) | 2, 100, 0x61]);
    expect(() => decode(Buffer.concat([requestOf(name), Buffer.alloc(200)]))).toThrow('must be a protobuf');
  });

  it('says so when a JSON body comes under the protobuf type', () => {
    expect(() => decode(Buffer.from('{"resourceSpans":[]}'))).toThrow('send it as application/json');
  });

  it('refuses an export of logs with a hint, because its records decode as spans without ids', () => {
    const time = Buffer.from([(1 << 3) | 1, 1, 2, 3, 4, 5, 6, 7, 8]);
    const logs = field(1, field(2, field(2, time, field(5, field(1, 'message')))));
    expect(() => decode(logs)).toThrow('the body must be an OTLP trace export; it looks like an export of logs');
  });

  it.each([
    ['gauge', 'a.name'],
    ['sum', 'a.name'],
    ['histogram', 'http.server.time'],
    ['gauge', 'http.server.time'],
    ['summary', 'http.server.time'],
  ])(
    'refuses an export of metrics with a hint: a %s %s, also where its texts have the lengths of ids',
    (kind, name) => {
      const point = { timeUnixNano: '1795132800000001000', asDouble: 1 };
      const metric = { name, description: '8 bytes!', [kind]: { dataPoints: [kind === 'gauge' ? point : {}] } };
      const body = otlpProtobuf({ resourceMetrics: [{ scopeMetrics: [{ metrics: [metric] }] }] }, 'metrics');
      expect(() => decode(Buffer.from(body))).toThrow(
        'the body must be an OTLP trace export; it looks like an export of metrics',
      );
    },
  );

  it('takes a span without times, and one of which the ids are text', () => {
    expect(decode(requestOf(field(5, 'a'))).accepted).toBe(1);
    const textIds = [field(1, '16 bytes of text'), field(2, '8 bytes!')];
    expect(decode(field(1, field(2, field(2, ...textIds, field(5, 'a'))))).accepted).toBe(1);
  });

  it('stops at the span limit in a small body that holds a million empty spans', () => {
    const spans = Buffer.alloc(2 * 1024 * 1024, Buffer.from([0x12, 0x00]));
    expect(() => decode(field(1, field(2, spans)))).toThrow('a request must not hold more than 50000 spans');
  });
});
