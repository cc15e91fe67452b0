import { otlpProtobuf } from '@sluice/testbed/samples';
import { DEFAULT_LIMITS } from './limits';
import { decodeOtlpMetricsJson } from './otlp-json';
import { decodeOtlpMetricsProtobuf, otlpMetricsProtobufPortions } from './otlp-protobuf';

const NOW = Date.UTC(2026, 10, 20, 22) * 1000;
const NANOS = `${NOW}123`;
const DAY = 24 * 3600 * 1_000_000;

type Json = Record<string, unknown>;

const requestOf = (...metrics: Json[]): Json => ({
  resourceMetrics: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: 'shop' } }] },
      scopeMetrics: [{ scope: { name: 's' }, metrics }],
    },
  ],
});

const json = (request: unknown, limits = DEFAULT_LIMITS) =>
  decodeOtlpMetricsJson(Buffer.from(JSON.stringify(request)), limits, NOW);
const protobuf = (request: unknown, limits = DEFAULT_LIMITS) =>
  decodeOtlpMetricsProtobuf(Buffer.from(otlpProtobuf(request, 'metrics')), limits, NOW);

const decoders = [
  ['JSON', json],
  ['protobuf', protobuf],
] as const;

const AT = { timeUnixNano: NANOS };
const histogram = { ...AT, count: '3', sum: 6, bucketCounts: ['1', '2'], explicitBounds: [1.5], min: 1, max: 3 };
const gauge = (...dataPoints: Json[]): Json => ({ name: 'g', gauge: { dataPoints } });

describe.each(decoders)('an OTLP metrics export as %s', (_encoding, decode) => {
  it('gives the points of all five kinds', () => {
    const attributes = [{ key: 'route', value: { stringValue: '/a' } }];
    const decoded = decode(
      requestOf(
        {
          name: 'g',
          gauge: {
            dataPoints: [
              { ...AT, asDouble: 0.5, attributes },
              { ...AT, asInt: '-7' },
            ],
          },
        },
        { name: 's', sum: { aggregationTemporality: 2, isMonotonic: true, dataPoints: [{ ...AT, asInt: '12' }] } },
        { name: 'h', histogram: { aggregationTemporality: 1, dataPoints: [histogram] } },
        {
          name: 'e',
          exponentialHistogram: {
            aggregationTemporality: 2,
            dataPoints: [
              {
                ...AT,
                count: '4',
                sum: -2,
                scale: 3,
                zeroCount: '1',
                positive: { offset: -1, bucketCounts: ['1', '2'] },
                min: -3,
                max: 2,
                attributes,
              },
            ],
          },
        },
        {
          name: 'q',
          summary: { dataPoints: [{ ...AT, count: '2', sum: 3, quantileValues: [{ quantile: 0.5, value: 1.5 }] }] },
        },
      ),
    );
    const values = decoded.points.map(({ metric, measured }) => [metric.name, metric.temporality, measured]);
    const none = { min: undefined, max: undefined, quantiles: new Map() };
    expect(values).toEqual([
      ['g', 0, 0.5],
      ['g', 0, -7],
      ['s', 2, 12],
      ['h', 1, { ...none, count: 3, sum: 6, min: 1, max: 3 }],
      ['e', 2, { ...none, count: 4, sum: -2, min: -3, max: 2 }],
      ['q', 0, { ...none, count: 2, sum: 3, quantiles: new Map([[0.5, 1.5]]) }],
    ]);
    expect(decoded.points.map(({ time }) => time)).toEqual(Array(6).fill(NOW));
    expect(decoded.points.map((point) => [...point.attributes])).toEqual([
      [['route', '/a']],
      [],
      [],
      [],
      [['route', '/a']],
      [],
    ]);
    expect([...(decoded.points[0]?.metric.resource.attributes ?? [])]).toEqual([['service.name', 'shop']]);
    expect(decoded).toMatchObject({ accepted: 6, rejected: 0, reasons: [] });
  });

  it('leaves out the quantiles of a summary that has seen nothing', () => {
    const unknown = decode === protobuf ? [NaN] : ['NaN', null];
    const quantileValues = [{ quantile: 0.9, value: 2 }, ...unknown.map((value) => ({ quantile: 0.5, value }))];
    const { points, rejected } = decode(
      requestOf({ name: 'q', summary: { dataPoints: [{ ...AT, count: '7', sum: 3, quantileValues }] } }),
    );
    expect(rejected).toBe(0);
    expect(points[0]?.measured).toMatchObject({ count: 7, sum: 3, quantiles: new Map([[0.9, 2]]) });
  });

  it('keeps what was not sent apart from 0', () => {
    const { points } = decode(
      requestOf(
        {
          name: 'h',
          histogram: {
            dataPoints: [
              { ...AT, count: '0' },
              { ...AT, count: '1', sum: 0, min: 0, max: 0 },
            ],
          },
        },
        { name: 'q', summary: { dataPoints: [AT] } },
        gauge({ ...AT, asInt: '0' }, { ...AT, asDouble: 0 }),
      ),
    );
    expect(points.map(({ measured }) => measured)).toEqual([
      { count: 0, sum: undefined, min: undefined, max: undefined, quantiles: new Map() },
      { count: 1, sum: 0, min: 0, max: 0, quantiles: new Map() },
      { count: 0, sum: 0, min: undefined, max: undefined, quantiles: new Map() },
      0,
      0,
    ]);
  });

  it('ignores the members of other kinds', () => {
    const quantileValues = [{ quantile: 0.5, value: 1 }];
    const point = { ...AT, count: '1', min: -1, max: 2, bucketCounts: ['1'], explicitBounds: [1, 2], quantileValues };
    const { points, rejected } = decode(
      requestOf(
        { name: 'q', summary: { dataPoints: [point] } },
        { name: 'e', exponentialHistogram: { dataPoints: [point] } },
        { name: 'h', histogram: { dataPoints: [{ ...point, explicitBounds: [] }] } },
      ),
    );
    expect(rejected).toBe(0);
    expect(points.map(({ measured }) => measured)).toEqual([
      { count: 1, sum: 0, min: undefined, max: undefined, quantiles: new Map([[0.5, 1]]) },
      { count: 1, sum: undefined, min: -1, max: 2, quantiles: new Map() },
      { count: 1, sum: undefined, min: -1, max: 2, quantiles: new Map() },
    ]);
  });

  it.each([
    ['no time', gauge({ asInt: '1' }), 'gauge.dataPoints[0]: timeUnixNano is required'],
    [
      'a time more than a day ahead',
      gauge({ asInt: '1', timeUnixNano: `${NOW + DAY + 1}000` }),
      'gauge.dataPoints[0]: timeUnixNano must be at most one day ahead',
    ],
    ['no value', gauge(AT), 'asDouble or asInt is required'],
    ['NaN', gauge({ ...AT, asDouble: 'NaN' }), 'must be finite'],
    ['Infinity', { name: 's', sum: { dataPoints: [{ ...AT, asDouble: '-Infinity' }] } }, 'sum.dataPoints[0]: '],
    [
      'a sum that is not finite',
      { name: 'h', histogram: { dataPoints: [{ ...histogram, sum: 'Infinity' }] } },
      'sum must be finite',
    ],
    [
      'a bucket too few',
      { name: 'h', histogram: { dataPoints: [{ ...histogram, bucketCounts: ['1'] }] } },
      'bucketCounts must have one entry more than explicitBounds, or both none; they have 1 and 1',
    ],
    [
      'bounds without buckets',
      { name: 'h', histogram: { dataPoints: [{ ...histogram, bucketCounts: [] }] } },
      'they have 0 and 1',
    ],
    [
      'a quantile that is none',
      { name: 'q', summary: { dataPoints: [{ ...AT, quantileValues: [{ quantile: 1.5, value: 1 }] }] } },
      'a quantile must be from 0 to 1, not 1.5',
    ],
    [
      'a value of a quantile that is not finite',
      { name: 'q', summary: { dataPoints: [{ ...AT, quantileValues: [{ quantile: 0.5, value: 'Infinity' }] }] } },
      'the value of quantile 0.5 must be finite',
    ],
  ])('refuses a point alone for %s', (_what, metric, reason) => {
    const withDoubles = JSON.parse(JSON.stringify(metric), (_key, value: unknown) =>
      decode === protobuf && typeof value === 'string' && /^(NaN|-?Infinity)$/.test(value) ? Number(value) : value,
    ) as Json;
    const decoded = decode(requestOf(withDoubles, gauge({ ...AT, asInt: '1' })));
    expect(decoded).toMatchObject({ accepted: 1, rejected: 1 });
    expect(decoded.points.map((point) => point.measured)).toEqual([1]);
    expect(decoded.reasons[0]).toContain('resourceMetrics[0].scopeMetrics[0].metrics[0].');
    expect(decoded.reasons[0]).toContain(reason);
  });

  it('takes a time of a day ahead, one bucket without bounds, and none of either', () => {
    const { rejected } = decode(
      requestOf(gauge({ asInt: '1', timeUnixNano: `${NOW + DAY}000` }), {
        name: 'h',
        histogram: {
          dataPoints: [
            { ...histogram, bucketCounts: ['3'], explicitBounds: [] },
            { ...histogram, bucketCounts: [], explicitBounds: [] },
          ],
        },
      }),
    );
    expect(rejected).toBe(0);
  });

  it('skips points that say that they have no value, and does not count them as refused', () => {
    const decoded = decode(
      requestOf(gauge({ ...AT, flags: 1 }, { ...AT, flags: 2, asInt: '5' }), {
        name: 'h',
        histogram: { dataPoints: [{ flags: 1 }] },
      }),
    );
    expect(decoded).toMatchObject({ accepted: 1, rejected: 0 });
    expect(decoded.points).toMatchObject([{ measured: 5 }]);
  });

  it('is empty for an empty request, and for metrics without points', () => {
    expect(decode({})).toEqual({ points: [], accepted: 0, rejected: 0, reasons: [] });
    expect(decode(requestOf({ name: 'm' }, gauge()))).toEqual({ points: [], accepted: 0, rejected: 0, reasons: [] });
  });

  it('counts data points against the limit of items, quantiles and metrics against that of parts', () => {
    const points = gauge(...Array.from({ length: 3 }, () => ({ ...AT, asInt: '1' })));
    expect(decode(requestOf(points), { ...DEFAULT_LIMITS, items: 3 }).accepted).toBe(3);
    expect(() => decode(requestOf(points), { ...DEFAULT_LIMITS, items: 2 })).toThrow(
      expect.objectContaining({
        kind: 'too-large',
        message: 'a request must not hold more than 2 data points',
      }) as Error,
    );
    const quantileValues = Array.from({ length: 40 }, () => ({ quantile: 0.5, value: 1 }));
    const summary = { name: 'q', summary: { dataPoints: [{ ...AT, quantileValues }] } };
    const parts = { ...DEFAULT_LIMITS, attributes: 30 };
    expect(() => decode(requestOf(summary), parts)).toThrow(/30 (metrics, quantiles|values)/);
    expect(() => decode(requestOf(...Array.from({ length: 40 }, () => ({ name: 'm' }))), parts)).toThrow(
      /30 (metrics|values)/,
    );
  });
});

describe('decodeOtlpMetricsJson', () => {
  it('reads snake_case, enums by name, numbers as text and text as numbers', () => {
    const request = {
      resource_metrics: [
        {
          scope_metrics: [
            {
              metrics: [
                {
                  name: 's',
                  sum: {
                    aggregation_temporality: 'AGGREGATION_TEMPORALITY_DELTA',
                    data_points: [{ time_unix_nano: NOW * 1000, as_double: '2.5' }],
                  },
                },
                {
                  name: 'h',
                  exponential_histogram: {
                    aggregation_temporality: 'CUMULATIVE',
                    data_points: [{ time_unix_nano: NANOS, count: 2, sum: null, min: null, exemplars: null }],
                  },
                },
              ],
            },
          ],
        },
      ],
    };
    expect(json(request).points).toMatchObject([
      { metric: { temporality: 1 }, measured: 2.5 },
      { metric: { temporality: 2 }, measured: { count: 2, sum: undefined } },
    ]);
  });

  it('refuses a point alone whose members are of the wrong type', () => {
    const wrong = [{ ...AT, asDouble: {} }, { ...AT, asInt: 'seven' }, 5, { ...AT, asInt: '1', attributes: {} }];
    const decoded = json(requestOf(gauge(...(wrong as Json[]), { ...AT, asInt: '1' })));
    expect(decoded).toMatchObject({ accepted: 1, rejected: 4 });
    const bad = {
      name: 'h',
      histogram: {
        dataPoints: [
          { ...AT, count: '-1' },
          { ...AT, count: 1.5 },
          { ...AT, bucketCounts: 'x' },
        ],
      },
    };
    expect(json(requestOf(bad)).reasons).toEqual([
      expect.stringContaining('dataPoints[0]: count must be an integer from 0'),
      expect.stringContaining('dataPoints[1]: count must be an integer from 0'),
      expect.stringContaining('bucketCounts must be an array'),
    ]);
  });

  it('reads nothing else of a point without a value, and the attributes of a point before its time', () => {
    const decoded = json(
      requestOf(gauge({ flags: 1, attributes: {} }, { asInt: '1', attributes: {} }, { asInt: 'x' })),
    );
    expect(decoded).toMatchObject({ accepted: 0, rejected: 2 });
    expect(decoded.reasons).toEqual([
      expect.stringContaining('dataPoints[1]: attributes must be an array'),
      expect.stringContaining('dataPoints[2]: timeUnixNano is required'),
    ]);
  });

  it.each([
    ['[]', 'the body must be a JSON object with resourceMetrics'],
    ['{"resourceMetrics":{}}', 'resourceMetrics must be an array'],
    ['{"resourceMetrics":[{"scopeMetrics":[{"metrics":[7]}]}]}', 'metrics[0] must be an object'],
    ['{"resourceMetrics":[{"scopeMetrics":[{"metrics":[{"gauge":[]}]}]}]}', 'metrics[0].gauge must be an object'],
    ['{"resourceSpans":[]}', 'it has resourceSpans'],
    ['{"resourceLogs":[]}', 'it has resourceLogs'],
    ['{"resource_spans":[]}', 'it has resource_spans'],
  ])('names the place of what is wrong above the points: %s', (body, message) => {
    expect(() => decodeOtlpMetricsJson(Buffer.from(body), DEFAULT_LIMITS, NOW)).toThrow(
      expect.objectContaining({ kind: 'invalid', message: expect.stringContaining(message) as unknown }) as Error,
    );
  });

  it('reads a large body metric by metric, with the same result', () => {
    const metrics = Array.from({ length: 50 }, (_, index) => ({
      ...gauge({ ...AT, asInt: index }),
      name: `g${index}`,
    }));
    const small = json(requestOf(...metrics), { ...DEFAULT_LIMITS, wholeBytes: 100 });
    expect(small).toEqual(json(requestOf(...metrics)));
    expect(small.accepted).toBe(50);
  });
});

describe('decodeOtlpMetricsProtobuf', () => {
  it('says that what is JSON looks like it, and where a damaged body ends', () => {
    expect(() => decodeOtlpMetricsProtobuf(Buffer.from('{"resourceMetrics":[]}'), DEFAULT_LIMITS, NOW)).toThrow(
      /ExportMetricsServiceRequest.*send it as application\/json/,
    );
    const whole = Buffer.from(otlpProtobuf(requestOf(gauge({ ...AT, asInt: '1' })), 'metrics'));
    expect(() => decodeOtlpMetricsProtobuf(whole.subarray(0, -1), DEFAULT_LIMITS, NOW)).toThrow(/damaged before byte/);
  });

  it('never takes a span or a log record for a metric without points', () => {
    const span = { traceId: '1'.repeat(32), spanId: '2'.repeat(16), startTimeUnixNano: NANOS, endTimeUnixNano: NANOS };
    const spans = otlpProtobuf({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
    expect(() => decodeOtlpMetricsProtobuf(Buffer.from(spans), DEFAULT_LIMITS, NOW)).toThrow(/export of traces/);
    const logRecords = [{ timeUnixNano: NANOS, body: { stringValue: 'x' } }];
    const logs = otlpProtobuf({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }, 'logs');
    expect(() => decodeOtlpMetricsProtobuf(Buffer.from(logs), DEFAULT_LIMITS, NOW)).toThrow(/export of logs/);
  });

  it('reads the resource and the temporality also where they come after the points', () => {
    const field = (number: number, ...parts: Buffer[]): Buffer => {
      const body = Buffer.concat(parts);
      return Buffer.concat([Buffer.from([(number << 3) | 2, body.length]), body]);
    };
    const time = Buffer.alloc(9);
    time.writeUInt8((3 << 3) | 1);
    time.writeBigUInt64LE(BigInt(NANOS), 1);
    const value = Buffer.from([(6 << 3) | 1, 5, 0, 0, 0, 0, 0, 0, 0]);
    const sum = field(7, field(1, time, value), Buffer.from([2 << 3, 1]));
    const service = field(1, field(1, Buffer.from('k')), field(2, field(1, Buffer.from('v'))));
    const body = field(1, field(2, field(2, sum, field(1, Buffer.from('late')))), field(1, service));
    expect(decodeOtlpMetricsProtobuf(body, DEFAULT_LIMITS, NOW).points).toEqual([
      {
        metric: { name: 'late', temporality: 1, resource: { attributes: new Map([['k', 'v']]) } },
        attributes: new Map(),
        time: NOW,
        measured: 5,
      },
    ]);
  });

  it('reads integers beyond 2^53 as the nearest double, negative ones too', () => {
    const { points } = protobuf(
      requestOf(gauge({ ...AT, asInt: '-9223372036854775808' }, { ...AT, asInt: '-4294967297' }), {
        name: 'h',
        histogram: { dataPoints: [{ ...AT, count: '18446744073709551615' }] },
      }),
    );
    expect(points.map(({ measured }) => measured)).toMatchObject([-(2 ** 63), -4294967297, { count: 2 ** 64 }]);
  });

  it('gives a large request in portions', () => {
    const points = Array.from({ length: 2500 }, () => ({ ...AT, asInt: '1' }));
    const body = Buffer.from(otlpProtobuf(requestOf(gauge(...points)), 'metrics'));
    const portions = [...otlpMetricsProtobufPortions(body, DEFAULT_LIMITS, NOW)];
    expect(portions.map((portion) => portion.length)).toEqual([1000, 1000, 500]);
  });
});
