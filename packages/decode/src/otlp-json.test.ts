import { DEFAULT_LIMITS } from './limits';
import type { OtlpSpan, OtlpTraces } from './otlp';
import { decodeOtlpJson } from './otlp-json';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const SPAN_ID = 'b7ad6b7169203331';
const ids = { traceId: TRACE_ID, spanId: SPAN_ID };

const decode = (body: unknown): OtlpTraces =>
  decodeOtlpJson(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), DEFAULT_LIMITS);
const requestOf = (...spans: unknown[]) => ({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
const spanOf = (span: object): OtlpSpan | undefined =>
  decode(requestOf({ ...ids, ...span })).resourceSpans[0]?.scopeSpans[0]?.spans[0];
const valueOf = (value: unknown): unknown => spanOf({ attributes: [{ key: 'a', value }] })?.attributes.get('a');
const reasonOf = (span: unknown): string | undefined => decode(requestOf(span)).reasons[0];

describe('decodeOtlpJson: what exporters write', () => {
  it('reads member names in snake_case', () => {
    const span = {
      trace_id: TRACE_ID,
      span_id: SPAN_ID,
      parent_span_id: '00f067aa0ba902b7',
      name: 'n',
      start_time_unix_nano: '1700000000000000000',
      end_time_unix_nano: '1700000001000000000',
      dropped_attributes_count: 1,
      dropped_events_count: 1,
      dropped_links_count: 1,
      attributes: [
        { key: 's', value: { string_value: 'x' } },
        { key: 'b', value: { bool_value: false } },
        { key: 'i', value: { int_value: '7' } },
        { key: 'd', value: { double_value: 0.5 } },
        { key: 'l', value: { array_value: { values: [{ int_value: 1 }] } } },
        { key: 'm', value: { kvlist_value: { values: [{ key: 'k', value: { bytes_value: 'AQ==' } }] } } },
      ],
      events: [{ name: 'e', time_unix_nano: '1700000000000000000' }],
      links: [{ trace_id: TRACE_ID, span_id: SPAN_ID }],
    };
    const traces = decode({ resource_spans: [{ scope_spans: [{ spans: [span] }] }] });
    expect(traces.resourceSpans[0]?.scopeSpans[0]?.spans[0]).toMatchObject({
      ...ids,
      parentSpanId: '00f067aa0ba902b7',
      startTime: 1_700_000_000_000_000,
      endTime: 1_700_000_001_000_000,
      dropped: 3,
      attributes: new Map<string, unknown>([
        ['s', 'x'],
        ['b', false],
        ['i', 7],
        ['d', 0.5],
        ['l', [1]],
        ['m', { k: 'AQ==' }],
      ]),
      events: [{ name: 'e', time: 1_700_000_000_000_000 }],
      links: [ids],
    });
  });

  it.each([
    ['hex in upper case', TRACE_ID.toUpperCase(), SPAN_ID.toUpperCase()],
    ['base64', Buffer.from(TRACE_ID, 'hex').toString('base64'), Buffer.from(SPAN_ID, 'hex').toString('base64')],
    ['lists of bytes', [...Buffer.from(TRACE_ID, 'hex')], [...Buffer.from(SPAN_ID, 'hex')]],
    ['Buffers', Buffer.from(TRACE_ID, 'hex'), Buffer.from(SPAN_ID, 'hex')],
  ])('reads ids as %s', (_name, traceId, spanId) => {
    expect(spanOf({ traceId, spanId })).toMatchObject(ids);
  });

  it.each([
    [3, 2],
    ['3', '2'],
    ['SPAN_KIND_CLIENT', 'STATUS_CODE_ERROR'],
    ['client', 'error'],
  ])('reads enums as %p and %p', (kind, code) => {
    expect(spanOf({ kind, status: { code } })).toMatchObject({ kind: 3, statusCode: 2 });
  });

  it('reads unknown enum values as 0', () => {
    expect(spanOf({ kind: 'SPAN_KIND_NEW', status: { code: 9 } })).toMatchObject({ kind: 0, statusCode: 0 });
    expect(spanOf({ kind: -1, status: { code: 1.5 } })).toMatchObject({ kind: 0, statusCode: 0 });
  });

  it.each([
    ['1700000000000000999', 1_700_000_000_000_000],
    [1_700_000_000_000_000_000, 1_700_000_000_000_000],
    ['7258118399999999999', 7_258_118_399_999_999],
    [{ low: -1, high: 0 }, 4_294_967],
    ['0', 0],
    [0, 0],
    [null, 0],
  ])('reads the time %p as %p microseconds', (startTimeUnixNano, micros) => {
    expect(spanOf({ startTimeUnixNano })).toMatchObject({ startTime: micros, unreadStart: undefined });
  });

  it.each([
    ['abc', 'abc'],
    ['', ''],
    ['-5', '-5'],
    [' 1', ' 1'],
    ['1e18', '1e18'],
    ['1.0', '1.0'],
    ['7258118400000000000', '7258118400000000000'],
    ['18446744073709551615', '18446744073709551615'],
    ['18446744073709551616', '18446744073709551616'],
    ['9'.repeat(40), '9'.repeat(40)],
    [-1, '-1'],
    [0.5, '0.5'],
    [1e30, '1e+30'],
    [true, 'true'],
    [['1'], '["1"]'],
    [{ low: -1, high: -1 }, '18446744073709551615'],
    // Of halves with more than 32 bits only a part would be read.
    [{ low: 0, high: 2 ** 32 + 395_812_000 }, `{"low":0,"high":${2 ** 32 + 395_812_000}}`],
  ])('gives %p, which is no time, as the text that was sent', (sent, text) => {
    const events = [{ timeUnixNano: sent }];
    expect(spanOf({ startTimeUnixNano: sent, endTimeUnixNano: sent, events })).toMatchObject({
      ...{ startTime: 0, unreadStart: text, endTime: 0, unreadEnd: text },
      events: [{ time: 0, unreadTime: text }],
    });
  });

  it('shows no time of any depth whole', () => {
    const deep = JSON.parse(`${'['.repeat(1_000)}${']'.repeat(1_000)}`) as unknown;
    expect(spanOf({ startTimeUnixNano: deep })?.unreadStart).toBe(`${'['.repeat(16)}null${']'.repeat(16)}`);
  });

  it.each([
    [{ intValue: '42' }, 42],
    [{ intValue: 42 }, 42],
    [{ intValue: '-9007199254740993' }, '-9007199254740993'],
    [{ intValue: 9_223_372_036_854_775_807 }, '9223372036854775808'],
    [{ intValue: 1e21 }, '1000000000000000000000'],
    [{ intValue: { low: -5, high: -1, unsigned: false } }, -5],
    [{ intValue: 'many' }, 'many'],
    [{ doubleValue: 'NaN' }, 'NaN'],
    [{ doubleValue: '-Infinity' }, '-Infinity'],
    [{ doubleValue: '0.5' }, 0.5],
    [{ doubleValue: null }, null],
    [{ stringValue: '' }, ''],
    [{ boolValue: false }, false],
    [{ bytesValue: '-_8=' }, '+/8='],
    [{ arrayValue: {} }, []],
    [{ kvlistValue: { values: null } }, {}],
    [{ arrayValue: { values: [{}, null, { intValue: 1 }] } }, [null, null, 1]],
    [{}, null],
    [null, null],
    ['without AnyValue', 'without AnyValue'],
  ])('reads the value %j as %j', (value, expected) => {
    const read = valueOf(value);
    expect(read).toEqual(expected);
  });

  it('reads an overflowing number literal as text', () => {
    const attributes = '[{"key":"a","value":{"doubleValue":1e999}}]';
    const traces = decode(
      JSON.stringify(requestOf({ ...ids, attributes: 0 })).replace('"attributes":0', `"attributes":${attributes}`),
    );
    expect(traces.resourceSpans[0]?.scopeSpans[0]?.spans[0]?.attributes.get('a')).toBe('Infinity');
  });

  it('takes null as unset in every place', () => {
    expect(decode({ resourceSpans: null })).toMatchObject({ accepted: 0, rejected: 0 });
    expect(decode({ resourceSpans: [{ resource: null, scopeSpans: null }] })).toMatchObject({ accepted: 0 });
    const span = {
      ...ids,
      parentSpanId: null,
      name: null,
      kind: null,
      attributes: null,
      events: null,
      links: null,
      status: null,
    };
    const traces = decode({
      resourceSpans: [{ resource: { attributes: null }, scopeSpans: [{ scope: null, spans: [span] }] }],
    });
    expect(traces.resourceSpans[0]?.scopeSpans[0]?.spans[0]).toMatchObject({
      parentSpanId: undefined,
      name: '',
      kind: 0,
      events: [],
      links: [],
      statusCode: 0,
      statusMessage: '',
      dropped: 0,
    });
  });

  it('ignores unknown members at every level', () => {
    const span = {
      ...ids,
      name: 'n',
      extra: 1,
      status: { extra: 1 },
      attributes: [{ key: 'a', value: { intValue: 1, extra: 2 }, extra: 3 }],
    };
    const scopeSpans = [{ scope: { extra: 1 }, spans: [span], extra: 1 }];
    const traces = decode({ resourceSpans: [{ resource: { schemaUrl: 'u' }, scopeSpans, extra: {} }], extra: [] });
    expect(traces.accepted).toBe(1);
  });

  it('never loses a span for a bad attribute', () => {
    const attributes = [
      null,
      5,
      {},
      { key: 7, value: {} },
      { key: 'x', value: { arrayValue: 'no' } },
      { key: 'ok', value: { intValue: 1 } },
    ];
    expect([...(spanOf({ attributes })?.attributes ?? [])]).toEqual([
      ['x', null],
      ['ok', 1],
    ]);
  });
});

describe('decodeOtlpJson: what is refused', () => {
  it.each([
    [{ ...ids, traceId: 'xyz' }, 'traceId must be 16 bytes, not all zero'],
    [{ ...ids, traceId: undefined }, 'traceId must be 16 bytes, not all zero'],
    [{ ...ids, traceId: '0'.repeat(32) }, 'traceId must be 16 bytes, not all zero'],
    [{ ...ids, spanId: '' }, 'spanId must be 8 bytes, not all zero'],
    [{ ...ids, attributes: { a: 1 } }, 'attributes must be an array'],
    [{ ...ids, events: {} }, 'events must be an array'],
    [{ ...ids, events: [{ attributes: 'x' }] }, 'events[0].attributes must be an array'],
    [{ ...ids, links: [5] }, 'links[0] must be an object'],
    [{ ...ids, name: 5 }, 'name must be a string'],
    [{ ...ids, status: 'ok' }, 'status must be an object'],
    [{ ...ids, name: 5, status: 'ok' }, 'status must be an object'],
    [{ ...ids, status: { message: 5 }, links: [{ attributes: 5 }] }, 'links[0].attributes must be an array'],
    [{ ...ids, name: 5, status: { message: 5 } }, 'name must be a string'],
    [{ ...ids, spanId: '', status: 'ok' }, 'spanId must be 8 bytes, not all zero'],
  ])('refuses alone the span %j', (span, reason) => {
    const traces = decode(requestOf(span, ids));
    expect(traces).toMatchObject({ accepted: 1, rejected: 1 });
    expect(traces.reasons).toEqual([`resourceSpans[0].scopeSpans[0].spans[0]: ${reason}`]);
  });

  it('refuses alone a span that is no object', () => {
    expect(reasonOf('span')).toBe('resourceSpans[0].scopeSpans[0].spans[0]: span must be an object');
  });

  it.each([
    [[], 'the body must be a JSON object with resourceSpans'],
    ['"x"', 'the body must be a JSON object with resourceSpans'],
    ['', 'the body must be JSON: unexpected token at position 0'],
    ['{"a":', 'the body must be JSON: unexpected token at position 5'],
    [{ resourceSpans: {} }, 'resourceSpans must be an array'],
    [{ resourceSpans: [5] }, 'resourceSpans[0] must be an object'],
    [
      { resourceSpans: [{ resource: { attributes: { a: 1 } } }] },
      'resourceSpans[0].resource.attributes must be an array',
    ],
    [{ resourceSpans: [{ scopeSpans: {} }] }, 'resourceSpans[0].scopeSpans must be an array'],
    [{ resourceSpans: [{}, { scopeSpans: [{ spans: {} }] }] }, 'resourceSpans[1].scopeSpans[0].spans must be an array'],
    [{ resourceSpans: [{ scopeSpans: [{ scope: [] }] }] }, 'resourceSpans[0].scopeSpans[0].scope must be an object'],
    [{ resourceLogs: [] }, 'the body must be an OTLP trace export with resourceSpans; it has resourceLogs'],
    [{ resource_metrics: [] }, 'the body must be an OTLP trace export with resourceSpans; it has resource_metrics'],
  ])('refuses the body %j', (body, message) => {
    expect(() => decode(body)).toThrow(message);
    expect(() => decode(body)).toThrow(expect.objectContaining({ name: 'DecodeError', kind: 'invalid' }));
  });

  it('accepts an empty object as a request without spans', () => {
    expect(decode({})).toEqual({ resourceSpans: [], accepted: 0, rejected: 0, reasons: [] });
  });

  it('does not overflow the stack on a value nested as deep as the body is long', () => {
    const levels = 1_000;
    const value = `${'{"arrayValue":{"values":['.repeat(levels)}{}${']}}'.repeat(levels)}`;
    const body = JSON.stringify(requestOf({ ...ids, attributes: [{ key: 'a', value: 0 }] })).replace(
      '"value":0',
      `"value":${value}`,
    );
    expect(decode(body).resourceSpans[0]?.scopeSpans[0]?.spans[0]?.attributes.get('a')).toMatch(/^\[{512}\]{512}$/);
  });
});
