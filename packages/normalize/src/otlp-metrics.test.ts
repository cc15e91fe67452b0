import type { AttributeValue, OtlpDataPoint } from '@sluice/decode';
import { DEFAULT_LIMITS } from './context';
import { OtlpMetricNormalizer, RESOURCE_LABELS } from './otlp-metrics';

const NOW = 1_795_132_800_000_000;
const metric = { name: 'm', temporality: 0, resource: { attributes: new Map() } };
const NONE = { sum: undefined, min: undefined, max: undefined, quantiles: new Map<number, number>() };

const pointOf = (more: Partial<OtlpDataPoint> = {}): OtlpDataPoint => ({
  metric,
  attributes: new Map(),
  time: NOW - 5,
  measured: 1,
  ...more,
});

const normalize = (...points: OtlpDataPoint[]) => normalizeWith(RESOURCE_LABELS, ...points);

function normalizeWith(resourceLabels: readonly string[], ...points: OtlpDataPoint[]) {
  const normalizer = new OtlpMetricNormalizer({
    receivedAt: NOW,
    recordIdOfChunk: (index: number) => `r${index}`,
    limits: DEFAULT_LIMITS,
    resourceLabels,
  });
  const records = [...normalizer.records(points), ...normalizer.rest()];
  return { records, points: records.flatMap((record) => record.points), normalizer };
}

const figures = (measured: OtlpDataPoint['measured']): unknown[] =>
  normalize(pointOf({ measured })).points.map(({ name, value }) => [name, value]);

describe('OtlpMetricNormalizer', () => {
  it('makes one point of a number', () => {
    expect(normalize(pointOf()).records).toEqual([
      {
        kind: 'metric',
        recordId: 'r0',
        receivedAt: NOW,
        points: [{ name: 'm', labels: new Map(), value: 1, timestamp: NOW - 5 }],
      },
    ]);
  });

  it('makes labels of the attributes of the resource that are named, in any of their types', () => {
    const attributes = new Map<string, AttributeValue>([
      ...RESOURCE_LABELS.map((name): [string, AttributeValue] => [name, `${name}!`]),
      ['host.name', 'h'],
      ['shift', 3],
    ]);
    const point = pointOf({ metric: { ...metric, resource: { attributes } } });
    const labelsWith = (names: readonly string[]) => normalizeWith(names, point).points.map(({ labels }) => labels);
    expect(labelsWith(RESOURCE_LABELS)).toEqual([new Map(RESOURCE_LABELS.map((name) => [name, `${name}!`]))]);
    expect(RESOURCE_LABELS).toEqual(expect.arrayContaining(['service.name', 'team.id', 'department', 'cost_center']));
    expect(labelsWith(['host.name', 'shift', 'none'])).toEqual([
      new Map([
        ['host.name', 'h'],
        ['shift', '3'],
      ]),
    ]);
  });

  it('makes of a histogram or summary a point of each figure', () => {
    expect(figures({ ...NONE, count: 3, sum: 6, min: 1, max: 3 })).toEqual([
      ['m.count', 3],
      ['m.sum', 6],
      ['m.min', 1],
      ['m.max', 3],
    ]);
    expect(figures({ ...NONE, count: 0 })).toEqual([['m.count', 0]]);
    const quantiles = new Map([
      [0, 1],
      [0.5, 2],
      [0.57, 2.5],
      [0.999, 8],
      [1, 9],
    ]);
    expect(figures({ ...NONE, count: 3, sum: 6, quantiles })).toEqual([
      ['m.count', 3],
      ['m.sum', 6],
      ['m.min', 1],
      ['m.max', 9],
      ['m.p50', 2],
      ['m.p57', 2.5],
      ['m.p99.9', 8],
    ]);
  });

  it('makes labels of the attributes as text, what names the resource, and the temporality', () => {
    const attributes = new Map<string, never>(
      Object.entries({ s: 'x', n: 1.5, b: false, none: null, list: [1, 'a'], 'service.namespace': 'own' }) as never,
    );
    const resource = {
      attributes: new Map([
        ['service.name', 'shop'],
        ['service.namespace', 'team'],
        ['service.instance.id', 'i1'],
        ['deployment.environment.name', 'production'],
        ['host.name', 'h'],
      ]),
    };
    const { points } = normalize(
      pointOf({ attributes, metric: { ...metric, resource, temporality: 2 } }),
      pointOf({ metric: { ...metric, resource, temporality: 1 } }),
    );
    const shared = { 'service.name': 'shop', 'service.instance.id': 'i1', 'deployment.environment.name': 'production' };
    expect(points.map(({ labels }) => Object.fromEntries(labels))).toEqual([
      {
        ...shared,
        'service.namespace': 'own',
        temporality: 'cumulative',
        s: 'x',
        n: '1.5',
        b: 'false',
        none: '',
        list: '[1,"a"]',
      },
      { ...shared, 'service.namespace': 'team', temporality: 'delta' },
    ]);
  });

  const labels = (count: number) => new Map(Array.from({ length: count }, (_, index) => [`k${index}`, '']));
  const named = (name: string): Partial<OtlpDataPoint> => ({ metric: { ...metric, name } });
  const histogram = { measured: { ...NONE, count: 1, sum: 1 } };

  it.each([
    ['no name', named(''), 'name must have 1 to 255 characters'],
    ['a long name', named('n'.repeat(256)), 'name must have 1 to 255 characters'],
    ['a name too long for its figures', { ...named('n'.repeat(250)), ...histogram }, '6 of them for what is added'],
    ['many attributes', { attributes: labels(65) }, 'not have more than 64 attributes'],
    [
      'a long value',
      { attributes: new Map([['k', 'v'.repeat(1001)]]) },
      'attribute "k" must have a name of up to 255 and a value of up to 1000',
    ],
    ['a long key', { attributes: new Map([['k'.repeat(256), 'v']]) }, `attribute "${'k'.repeat(100)}" must`],
  ])('refuses a point alone for %s', (_what, more, reason) => {
    const { points, normalizer } = normalize(pointOf(more), pointOf());
    expect(points).toHaveLength(1);
    expect(normalizer.refused).toBe(1);
    expect(normalizer.reasons).toEqual([expect.stringContaining(reason)]);
  });

  it('takes what is at the limits', () => {
    const { normalizer } = normalize(
      pointOf(named('n'.repeat(255))),
      pointOf({ ...named('n'.repeat(249)), ...histogram }),
      pointOf({ attributes: labels(64) }),
      pointOf({ attributes: new Map([['k'.repeat(255), '\u{1f6b0}'.repeat(1000)]]) }),
    );
    expect(normalizer.reasons).toEqual([]);
  });

  it('tells the first five reasons, each once, and counts the rest', () => {
    const long = (key: string) => pointOf({ attributes: new Map([[key, 'v'.repeat(1001)]]) });
    const { normalizer } = normalize(...Array.from({ length: 7 }, () => pointOf(named(''))), long('a'), long('a'));
    expect([normalizer.refused, normalizer.reasons.length]).toEqual([9, 2]);
    expect(normalize(...['a', 'b', 'c', 'd', 'e', 'f'].map(long)).normalizer.reasons).toHaveLength(5);
  });
});
