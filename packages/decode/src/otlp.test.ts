import { otlpMessage } from '@sluice/testbed/samples';
import fc from 'fast-check';
import { util } from 'protobufjs/minimal';
import { DecodeError } from './decode-error';
import { DEFAULT_LIMITS } from './limits';
import { isText } from './other-signal';
import type { AttributeValue, OtlpSpan, OtlpTraces } from './otlp';
import { decodeOtlpJson, otlpJsonPortions } from './otlp-json';
import { decodeOtlpProtobuf, otlpProtobufPortions } from './otlp-protobuf';

const ExportTraceServiceRequest = otlpMessage('trace');
// The default of 100 ends at lists 48 deep, also when writing.
util.recursionLimit = 400;

interface AnyValue {
  readonly stringValue?: string;
  readonly intValue?: string | number;
  readonly arrayValue?: { readonly values: readonly AnyValue[] };
  readonly [member: string]: unknown;
}
type Attribute = { readonly key: string; readonly value?: AnyValue };
/** Ids are bytes; a 64-bit integer is its decimal text. */
type Span = { readonly attributes?: readonly Attribute[]; readonly [member: string]: unknown };
type ScopeSpans = { readonly spans: readonly Span[]; readonly [member: string]: unknown };
type ResourceSpans = { readonly scopeSpans: readonly ScopeSpans[]; readonly [member: string]: unknown };
type Request = { readonly resourceSpans: readonly ResourceSpans[] };

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('', '\0', 'a\0b', '__proto__', 'é', '语'),
);
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map((id) => Buffer.from(id));
const id = (length: number) =>
  fc.oneof({ weight: 6, arbitrary: bytes(length) }, fc.constant(Buffer.alloc(length)), bytes(3));
const nanos = fc.oneof(
  fc.bigInt({ min: 0n, max: 7_258_118_400_000_000_000n }).map(String),
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String),
);
const int64 = fc.oneof(
  fc.integer().map(String),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  fc.constantFrom('9007199254740991', '9007199254740992', '-9007199254740991', '-9007199254740993', '0'),
);
const double = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);

const { anyValue } = fc.letrec<{ anyValue: AnyValue; keyValue: Attribute }>((tie) => ({
  keyValue: fc.record({ key: text, value: tie('anyValue') }),
  anyValue: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'value' },
    fc.record({ stringValue: text }),
    fc.record({ boolValue: fc.boolean() }),
    fc.record({ intValue: int64 }),
    fc.record({ doubleValue: double }),
    fc.record({ bytesValue: fc.uint8Array({ maxLength: 5 }).map((value) => Buffer.from(value)) }),
    fc.constant({}),
    fc.record({ arrayValue: fc.record({ values: fc.array(tie('anyValue'), { maxLength: 3 }) }) }),
    fc.record({ kvlistValue: fc.record({ values: fc.array(tie('keyValue'), { maxLength: 3 }) }) }),
  ),
}));
const attributes = fc.array(fc.record({ key: text, value: anyValue }), { maxLength: 4 });
const count = fc.integer({ min: 0, max: 2 ** 32 - 1 });

const span: fc.Arbitrary<Span> = fc.record(
  {
    // Not of text: in protobuf alone a span without times whose id is text can be a metric with its name.
    traceId: id(16).filter((bytes) => !isText(bytes.toString('hex'))),
    spanId: id(8),
    parentSpanId: fc.oneof(id(8), fc.constant(Buffer.alloc(0))),
    traceState: text,
    name: text,
    kind: fc.integer({ min: 0, max: 7 }),
    startTimeUnixNano: nanos,
    endTimeUnixNano: nanos,
    attributes,
    droppedAttributesCount: count,
    events: fc.array(fc.record({ timeUnixNano: nanos, name: text, attributes }), { maxLength: 2 }),
    droppedEventsCount: count,
    links: fc.array(fc.record({ traceId: id(16), spanId: id(8), traceState: text, attributes, flags: count }), {
      maxLength: 2,
    }),
    droppedLinksCount: count,
    status: fc.record({ message: text, code: fc.integer({ min: 0, max: 4 }) }),
    flags: count,
  },
  { requiredKeys: ['traceId', 'spanId'] },
);

const request: fc.Arbitrary<Request> = fc.record({
  resourceSpans: fc.array(
    fc.record(
      {
        resource: fc.record({ attributes, droppedAttributesCount: count }),
        scopeSpans: fc.array(
          fc.record(
            {
              scope: fc.record({ name: text, version: text, attributes }),
              spans: fc.array(span, { maxLength: 3 }),
              schemaUrl: text,
            },
            { requiredKeys: ['spans'] },
          ),
          { maxLength: 2 },
        ),
        schemaUrl: text,
      },
      { requiredKeys: ['scopeSpans'] },
    ),
    { maxLength: 2 },
  ),
});

const protobufOf = (message: Request): Buffer => Buffer.from(ExportTraceServiceRequest.encode(message).finish());

/** proto3 JSON as OTLP has it: ids in hex, other bytes in base64. */
function jsonOf(message: Request): Buffer {
  const json = JSON.stringify(message, function (this: Record<string, unknown>, key, value: unknown) {
    const original = this[key];
    if (!Buffer.isBuffer(original)) return value;
    return original.toString(key === 'bytesValue' ? 'base64' : 'hex');
  });
  return Buffer.from(json);
}

const fromProtobuf = (message: Request): OtlpTraces => decodeOtlpProtobuf(protobufOf(message), DEFAULT_LIMITS);
const fromJson = (message: Request): OtlpTraces => decodeOtlpJson(jsonOf(message), DEFAULT_LIMITS);

const ids = {
  traceId: Buffer.from('0af7651916cd43dd8448eb211c80319c', 'hex'),
  spanId: Buffer.from('b7ad6b7169203331', 'hex'),
};
const requestOf = (...spans: Span[]): Request => ({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
const spansOf = (traces: OtlpTraces): readonly OtlpSpan[] =>
  traces.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));

function attributeOf(traces: OtlpTraces): AttributeValue | undefined {
  return spansOf(traces)[0]?.attributes.get('a');
}

const encodings = [
  ['protobuf', fromProtobuf],
  ['JSON', fromJson],
] as const;

describe('OTLP in both encodings', () => {
  it('gives the same traces for one request as protobuf and as JSON', () => {
    fc.assert(
      fc.property(request, (message) => {
        expect(fromJson(message)).toEqual(fromProtobuf(message));
      }),
      { numRuns: 300 },
    );
  });

  it('keeps any text, with U+FFFD for U+0000, in names, keys and values', () => {
    fc.assert(
      fc.property(text, (sent) => {
        const stored = sent.replaceAll('\0', '\uFFFD');
        const message = requestOf({ ...ids, name: sent, attributes: [{ key: sent, value: { stringValue: sent } }] });
        for (const [, decode] of encodings) {
          const [read] = spansOf(decode(message));
          expect(read?.name).toBe(stored);
          expect([...(read?.attributes ?? [])]).toEqual([[stored, stored]]);
        }
      }),
    );
  });

  it('cuts nanoseconds to microseconds exactly, and gives what lies after 2199 as it was sent', () => {
    const end = 7_258_118_400_000_000_000n;
    const nanoseconds = fc.oneof(
      fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      fc.bigInt({ min: end - 2000n, max: end + 2000n }),
      fc.constant(2n ** 64n - 1n),
    );
    fc.assert(
      fc.property(nanoseconds, (sent) => {
        const isTime = sent < end;
        const [micros, unread] = isTime ? [Number(sent / 1000n), undefined] : [0, String(sent)];
        const nanos = String(sent);
        const message = requestOf({
          ...ids,
          startTimeUnixNano: nanos,
          endTimeUnixNano: nanos,
          events: [{ timeUnixNano: nanos }],
        });
        for (const [, decode] of encodings) {
          expect(spansOf(decode(message))[0]).toMatchObject({
            startTime: micros,
            endTime: micros,
            unreadStart: unread,
            unreadEnd: unread,
            events: [{ time: micros, unreadTime: unread }],
          });
        }
      }),
    );
  });

  it.each(encodings)('counts accepted and refused spans, and names the first refused ones (%s)', (_name, decode) => {
    const bad = Array.from({ length: 7 }, () => ({ ...ids, traceId: Buffer.alloc(16) }));
    const traces = decode(requestOf(ids, { ...ids, spanId: Buffer.alloc(8) }, ...bad, ids));
    expect(traces).toMatchObject({ accepted: 2, rejected: 8 });
    expect(spansOf(traces)).toHaveLength(2);
    expect(traces.reasons).toHaveLength(5);
    expect(traces.reasons.slice(0, 2)).toEqual([
      'resourceSpans[0].scopeSpans[0].spans[1]: spanId must be 8 bytes, not all zero',
      'resourceSpans[0].scopeSpans[0].spans[2]: traceId must be 16 bytes, not all zero',
    ]);
  });

  it.each(encodings)('takes an empty, zero, misfitting or own parent id as a root (%s)', (_name, decode) => {
    const parents = [Buffer.alloc(0), Buffer.alloc(8), Buffer.alloc(5, 1), ids.spanId, Buffer.alloc(8, 7)];
    const traces = decode(requestOf(...parents.map((parentSpanId) => ({ ...ids, parentSpanId }))));
    const [last, ...roots] = spansOf(traces)
      .map(({ parentSpanId }) => parentSpanId)
      .reverse();
    expect(roots).toEqual([undefined, undefined, undefined, undefined]);
    expect(last).toBe('0707070707070707');
  });

  it.each(encodings)(
    'keeps the last of a key sent twice, and keys like __proto__ at every level (%s)',
    (_name, decode) => {
      const entry = (key: string, intValue: number) => ({ key, value: { intValue } });
      const nested = {
        key: 'n',
        value: { kvlistValue: { values: [entry('__proto__', 3), entry('x', 1), entry('x', 2)] } },
      };
      const [read] = spansOf(
        decode(requestOf({ ...ids, attributes: [entry('__proto__', 1), entry('a', 1), entry('a', 2), nested] })),
      );
      expect(read?.attributes.get('__proto__')).toBe(1);
      expect(read?.attributes.get('a')).toBe(2);
      expect(Object.entries(read?.attributes.get('n') ?? {})).toEqual([
        ['__proto__', 3],
        ['x', 2],
      ]);
    },
  );

  it.each(encodings)('keeps a value nested 64 deep, and a deeper one as the text of its JSON (%s)', (_name, decode) => {
    const nested = (depth: number): AnyValue =>
      Array.from({ length: depth }).reduce<AnyValue>((value) => ({ arrayValue: { values: [value] } }), { intValue: 1 });
    const read = (depth: number) =>
      attributeOf(decode(requestOf({ ...ids, attributes: [{ key: 'a', value: nested(depth) }] })));
    const plain = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`;
    expect(read(64)).toEqual(JSON.parse(plain(64)));
    expect(read(65)).toBe(plain(65));
  });

  describe.each(encodings)('the limits of a request (%s)', (name) => {
    const limits = { ...DEFAULT_LIMITS, items: 2, attributes: 6 };
    const decode = (message: Request) =>
      name === 'JSON' ? decodeOtlpJson(jsonOf(message), limits) : decodeOtlpProtobuf(protobufOf(message), limits);
    const attributesOf = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ key: `k${index}`, value: { intValue: index } }));
    const listOf = (count: number) => ({
      key: 'k',
      value: { arrayValue: { values: Array.from({ length: count }, () => ({})) } },
    });
    const tooLarge = (rule: string) => expect.objectContaining({ kind: 'too-large', message: rule }) as Error;

    it('are kept by as many spans and attributes, whatever holds them', () => {
      expect(decode(requestOf({ ...ids, attributes: attributesOf(6), events: [{}], links: [{}] }, ids)).accepted).toBe(
        2,
      );
      expect(decode(requestOf({ ...ids, attributes: [listOf(5)] })).accepted).toBe(1);
    });

    it('are exceeded by one span more', () => {
      expect(() => decode(requestOf(ids, ids, ids))).toThrow(tooLarge('a request must not hold more than 2 spans'));
    });

    it('are exceeded by one attribute or nested value more', () => {
      const rule = 'a request must not hold more than 6 attributes and values nested in them';
      expect(() =>
        decode(requestOf({ ...ids, attributes: attributesOf(4) }, { ...ids, attributes: attributesOf(3) })),
      ).toThrow(tooLarge(rule));
      expect(() => decode(requestOf({ ...ids, attributes: [listOf(6)] }))).toThrow(tooLarge(rule));
    });

    it('are exceeded by more events and links than attributes are allowed', () => {
      expect(() => decode(requestOf({ ...ids, events: [{}, {}, {}, {}, {}] }))).toThrow(
        tooLarge('a request must not hold more than 6 events, links, resources and scopes'),
      );
    });
  });

  it('a JSON request is read as a whole or element by element with the same result, damaged or not', () => {
    const change = fc.record({ at: fc.nat(), byte: fc.constantFrom(...Buffer.from('[]{},:"\\0 x')) });
    const outcome = (body: Buffer, wholeBytes: number): unknown => {
      try {
        return decodeOtlpJson(body, { ...DEFAULT_LIMITS, wholeBytes });
      } catch (error) {
        return (error as DecodeError).kind;
      }
    };
    fc.assert(
      fc.property(request, fc.array(change, { maxLength: 2 }), (message, changes) => {
        const body = jsonOf(message);
        for (const { at, byte } of changes) body[at % body.length] = byte;
        expect(outcome(body, 10)).toEqual(outcome(body, Infinity));
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['protobuf', protobufOf, otlpProtobufPortions],
    ['JSON', jsonOf, otlpJsonPortions],
  ] as const)(
    'a large request comes in portions that hold all of it, its resource and scope in each (%s)',
    (_name, encode, portions) => {
      const value = { stringValue: 'v'.repeat(1000) };
      const spans = Array.from({ length: 2500 }, (_, index) => ({
        traceId: Buffer.alloc(16, 1),
        spanId: Buffer.from((index + 1).toString(16).padStart(16, '0'), 'hex'),
        attributes: [{ key: 'k', value }],
      }));
      const resource = { attributes: [{ key: 'service.name', value: { stringValue: 's' } }] };
      const parts = [
        ...portions(
          encode({ resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'scope' }, spans }] }] }),
          DEFAULT_LIMITS,
        ),
      ];
      const read = parts.flat();
      expect(parts.length).toBeGreaterThan(2);
      for (const { resource, scopeSpans } of read) {
        expect(resource.attributes.get('service.name')).toBe('s');
        expect(scopeSpans.map(({ scope }) => scope.name)).toEqual(['scope']);
      }
      const ids = read.flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap(({ spans }) => spans.map(({ spanId }) => spanId)),
      );
      expect(ids).toEqual(spans.map(({ spanId }) => spanId.toString('hex')));
    },
  );

  it.each([
    ['protobuf', protobufOf, decodeOtlpProtobuf],
    ['JSON', jsonOf, decodeOtlpJson],
  ] as const)('a span larger than an item may be is too large (%s)', (_name, encode, decode) => {
    const attributes = [{ key: 'k', value: { stringValue: 'v'.repeat(1000) } }];
    const body = encode({
      resourceSpans: [
        { scopeSpans: [{ spans: [{ traceId: Buffer.alloc(16, 1), spanId: Buffer.alloc(8, 1), attributes }] }] },
      ],
    });
    expect(() => decode(body, { ...DEFAULT_LIMITS, wholeBytes: 10, itemBytes: 900 })).toThrow(
      'resourceSpans[0].scopeSpans[0].spans[0] must not exceed 900 bytes',
    );
  });

  it.each([
    ['protobuf', protobufOf, decodeOtlpProtobuf],
    ['JSON', jsonOf, decodeOtlpJson],
  ] as const)('only ever throws DecodeError for a body that was cut or changed (%s)', (_name, encode, decode) => {
    const change = fc.record({ at: fc.nat(), byte: fc.nat({ max: 255 }) });
    fc.assert(
      fc.property(request, fc.array(change, { maxLength: 4 }), fc.option(fc.nat()), (message, changes, cut) => {
        const body = encode(message);
        if (body.length === 0) return;
        for (const { at, byte } of changes) body[at % body.length] = byte;
        try {
          decode(cut === null ? body : body.subarray(0, cut % body.length), DEFAULT_LIMITS);
        } catch (error) {
          expect(error).toBeInstanceOf(DecodeError);
        }
      }),
      { numRuns: 500 },
    );
  });
});
