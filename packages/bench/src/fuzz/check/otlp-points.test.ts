import {
  bytesField,
  doubleField,
  encode,
  fixed64Field,
  messageField,
  packedField,
  textField,
} from '../input/protobuf-tree';
import { keyValues } from '../input/otlp-protobuf-attributes';
import { Unclear, expectedPoints } from './otlp-points';
import { jsonPoints } from './otlp-points-json';
import { protobufPoints } from './otlp-points-protobuf';

const MICROS = 1_795_168_800_000_000;
const TIME = { timeUnixNano: `${MICROS}999` };

const bodyOf = (metric: object, resource: object = {}): object => ({
  resourceMetrics: [{ resource, scopeMetrics: [{ metrics: [{ name: 'm', ...metric }] }] }],
});
const gauge = (...dataPoints: readonly unknown[]): object => bodyOf({ gauge: { dataPoints } });
const read = (body: object): ReturnType<typeof expectedPoints> => expectedPoints(jsonPoints(body));
const attribute = (key: string, value: object): object => ({ key, value });

/** As they are told apart: name, labels, value, time. */
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

test('protobuf says the same', () => {
  const attributes = keyValues(9, [
    [
      'a',
      {
        kind: 'array',
        value: [
          { kind: 'int', value: -1n },
          { kind: 'bool', value: true },
        ],
      },
    ],
    ['b', { kind: 'double', value: NaN }],
  ]);
  const time = fixed64Field(3, BigInt(MICROS) * 1000n + 999n);
  const counts = packedField(6, [fixed64Field(6, 1n), fixed64Field(6, 2n)], true);
  const bounds = packedField(7, [doubleField(7, 1)], false);
  const good = messageField(1, [time, fixed64Field(4, 3n), doubleField(11, -1), ...counts, ...bounds, ...attributes]);
  const histogram = messageField(9, [good, messageField(1, [time, ...counts])]);
  const metric = messageField(2, [textField(1, 'm'), histogram]);
  const labels = { a: '[-1,true]', b: 'NaN' };
  const body = encode([messageField(1, [messageField(2, [metric])])]);
  expect(expectedPoints(protobufPoints(body))).toEqual({
    points: [point('m.count', labels, 3), point('m.min', labels, -1)],
    refused: 1,
  });
  const twice = encode([messageField(1, [messageField(2, [messageField(2, [histogram, histogram])])])]);
  expect(() => expectedPoints(protobufPoints(twice))).toThrow(Unclear);
  const spanLike = encode([
    messageField(1, [messageField(2, [messageField(2, [fixed64Field(1, 1n), bytesField(9, twice)])])]),
  ]);
  expect(() => expectedPoints(protobufPoints(spanLike))).toThrow(Unclear);
});
