import { otlpMessage } from '@sluice/testbed/samples';
import { type OtlpMessage, plainOtlp } from '../input/otlp-message';
import { METRICS_READER, expectedPoints } from './otlp-points';
import { Unclear } from './read-otlp';

const METRICS = otlpMessage('metrics');
const MICROS = 1_795_168_800_000_000;
const TIME = { timeUnixNano: `${MICROS}999` };

const bodyOf = (metric: object, resource: object = {}): object => ({
  resourceMetrics: [{ resource, scopeMetrics: [{ metrics: [{ name: 'm', ...metric }] }] }],
});
const gauge = (...dataPoints: readonly unknown[]): object => bodyOf({ gauge: { dataPoints } });
const read = (body: object): ReturnType<typeof expectedPoints> => expectedPoints(METRICS_READER.json(METRICS, body));
const attribute = (key: string, value: object): object => ({ key, value });

/** Returns the key of a point: name, labels, value, time. */
const point = (name: string, labels: object, value: number): string =>
  `${name}\n${JSON.stringify(labels)}\n${value}\n${MICROS}`;

test('a number is a point; the first of equal labels wins; what is not finite or has no time is refused', () => {
  const attributes = [
    attribute('a', { intValue: '9007199254740993' }),
    attribute('service.name', { stringValue: 's' }),
  ];
  const resource = {
    attributes: [attribute('service.name', { stringValue: 'r' }), attribute('service.namespace', { boolValue: true })],
  };
  const dataPoints = [
    { ...TIME, asDouble: 0.5, attributes },
    { ...TIME, asDouble: 'NaN' },
    { asInt: '1' },
    { ...TIME, flags: 1 },
    { timeUnixNano: '9223372036854775807', asInt: '1' },
  ];
  const labels = { a: '9007199254740993', 'service.name': 's', 'service.namespace': 'true', temporality: 'delta' };
  const sum = { dataPoints, aggregationTemporality: 'AGGREGATION_TEMPORALITY_DELTA' };
  expect(read(bodyOf({ sum }, resource))).toEqual({ points: [point('m', labels, 0.5)], refused: 3 });
});

test('values become text: lists as JSON, none as nothing', () => {
  const list = { arrayValue: { values: [{ doubleValue: 'NaN' }, { bytesValue: 'AP8=' }, {}, { stringValue: '\0' }] } };
  const attributes = [attribute('a', list), attribute('b', {}), attribute('c', { doubleValue: 1e21 })];
  const labels = { a: '["NaN","AP8=",null,"\ufffd"]', b: '', c: '1e+21' };
  expect(read(gauge({ ...TIME, asInt: '0', attributes })).points).toEqual([point('m', labels, 0)]);
});

test('a summary is a point for each figure that is known', () => {
  const quantileValues = [0, 0.05, 0.57, 0.999, 1].map((quantile, value) => ({ quantile, value }));
  const unknown = [null, 'NaN'].map((value) => ({ quantile: 0.5, value }));
  const sent = { ...TIME, count: '2', quantileValues: [...quantileValues, ...unknown] };
  const { points, refused } = read(bodyOf({ summary: { dataPoints: [sent] } }));
  const named = { count: 2, sum: 0, min: 0, p5: 1, p57: 2, 'p99.9': 3, max: 4 };
  expect(points).toEqual(Object.entries(named).map(([figure, value]) => point(`m.${figure}`, {}, value)));
  expect(refused).toBe(0);
});

test.each([
  ['a name of 255 with what is added', { name: 'n'.repeat(249) }, {}, 0],
  ['one more', { name: 'n'.repeat(250) }, {}, 1],
  ['buckets that fit', {}, { bucketCounts: ['1', '2'], explicitBounds: [1] }, 0],
  ['buckets that do not', {}, { bucketCounts: ['1', '2'], explicitBounds: [1, 2] }, 1],
  ['64 labels', {}, { attributes: Array.from({ length: 64 }, (_, n) => attribute(`l${n}`, {})) }, 0],
  ['65 labels', {}, { attributes: Array.from({ length: 65 }, (_, n) => attribute(`l${n}`, {})) }, 1],
  ['a label of 1,000', {}, { attributes: [attribute('a', { stringValue: '😀'.repeat(1000) })] }, 0],
  ['a label of 1,001', {}, { attributes: [attribute('a', { stringValue: '😀'.repeat(1001) })] }, 1],
])('of a histogram with %s %s', (_, metric, more, refused) => {
  const body = bodyOf({ ...metric, histogram: { dataPoints: [{ ...TIME, count: 3, ...more }] } });
  expect(read(body)).toMatchObject({ refused, points: { length: 1 - refused } });
});

test.each([
  ['a body that is a list', []],
  ['both spellings', { resourceMetrics: [], resource_metrics: [] }],
  ['two kinds', bodyOf({ gauge: {}, sum: {} })],
  ['two values', gauge({ ...TIME, asInt: '1', asDouble: 1 })],
  [
    'a quantile twice',
    bodyOf({ summary: { dataPoints: [{ ...TIME, quantileValues: [{ value: 'Infinity' }, { value: 1 }] }] } }),
  ],
  ['a time that is no integer', gauge({ timeUnixNano: 1.5, asInt: '1' })],
  [
    'an attribute of two kinds',
    gauge({ ...TIME, asInt: '1', attributes: [attribute('a', { stringValue: '', intValue: 1 })] }),
  ],
])('%s is unclear', (_, body) => expect(() => read(body)).toThrow(Unclear));

test('both encodings of a message are read alike', () => {
  const attributes = [
    {
      key: 'a',
      value: { arrayValue: { values: [{ intValue: -1n }, { boolValue: true }, { bytesValue: Buffer.from([255]) }] } },
    },
    { key: 'b', value: { doubleValue: NaN } },
    { key: 'c', value: { kvlistValue: { values: [{ key: '\0', value: {} }] } } },
  ];
  const timeUnixNano = BigInt(MICROS) * 1000n + 999n;
  const good = { timeUnixNano, count: 3n, max: -1, bucketCounts: [1n, 2n], explicitBounds: [1], attributes };
  const histogram = { dataPoints: [good, { ...good, explicitBounds: [] }], aggregationTemporality: 2 };
  const sum = { dataPoints: [{ timeUnixNano, asInt: -5n }] };
  const metrics = [
    { name: 'm', histogram },
    { name: 'n', sum },
  ];
  const message: OtlpMessage = { resourceMetrics: [{ scopeMetrics: [{ metrics }] }] };
  const { body: json = Buffer.alloc(0) } = plainOtlp('metrics', 'json', message);
  const { body: protobuf = Buffer.alloc(0) } = plainOtlp('metrics', 'protobuf', message);
  const labels = { a: '[-1,true,"/w=="]', b: 'NaN', c: '{"\ufffd":null}', temporality: 'cumulative' };
  const points = [point('m.count', labels, 3), point('m.max', labels, -1), point('n', {}, -5)];
  const expected = { points, refused: 1 };
  expect(read(JSON.parse(json.toString()) as object)).toEqual(expected);
  expect(expectedPoints(METRICS_READER.protobuf(METRICS, protobuf))).toEqual(expected);
});

test.each([
  ['a kind twice', '4a004a00'],
  ['two kinds', '2a004a00'],
  ['a name that is a time, as a span has it', '090000000000000000'],
])('protobuf of %s is unclear', (_, metric) => {
  const length = (hex: string, more = 0): string => (hex.length / 2 + more).toString(16).padStart(2, '0');
  const body = Buffer.from(`0a${length(metric, 4)}12${length(metric, 2)}12${length(metric)}${metric}`, 'hex');
  expect(() => METRICS_READER.protobuf(METRICS, body)).toThrow(Unclear);
});
