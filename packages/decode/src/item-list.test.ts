import { DEFAULT_LIMITS } from './limits';
import { portionsOf } from './item-list';
import { LISTS } from './schemas/lists';

const pointsIn = portionsOf(LISTS.metrics);
const NOW = Date.UTC(2026, 10, 20, 22) * 1000;
const decodeText = (text: string, limits = DEFAULT_LIMITS) =>
  Array.from(pointsIn(Buffer.from(text), limits, NOW)).flat();
const decode = (body: unknown, limits = DEFAULT_LIMITS) => decodeText(JSON.stringify(body), limits);
const pointsOf = (...metrics: unknown[]) => decode({ metrics });
const point = { name: 'latency', value: 1.5 };

describe('a metric batch', () => {
  it('reads points in order; labels default to none, the timestamp to now', () => {
    const full = {
      name: 'n',
      labels: { b: '1', a: '', __proto__: 'x' },
      value: -0.5,
      timestamp: '2026-11-20T22:00:00.000001Z',
    };
    const points = pointsOf(full, point, { ...point, labels: null, timestamp: null, extra: 1 });
    expect(points).toEqual([
      {
        name: 'n',
        labels: new Map([
          ['b', '1'],
          ['a', ''],
        ]),
        value: -0.5,
        timestamp: NOW + 1,
      },
      { name: 'latency', labels: new Map(), value: 1.5, timestamp: NOW },
      { name: 'latency', labels: new Map(), value: 1.5, timestamp: NOW },
    ]);
  });

  it('keeps a label called __proto__', () => {
    const body = '{"metrics":[{"name":"n","value":1,"labels":{"__proto__":"x"}}]}';
    expect(decodeText(body)[0]?.labels).toEqual(new Map([['__proto__', 'x']]));
  });

  it('accepts an empty list', () => {
    expect(pointsOf()).toEqual([]);
  });

  it.each([
    [[], 'the body must be a JSON object with metrics'],
    [{}, 'metrics is required'],
    [{ metrics: null }, 'metrics must be an array of objects'],
    [{ metrics: [point, 5] }, 'metrics[1] must be an object'],
    [{ metrics: [{ value: 1 }] }, 'metrics[0].name is required'],
    [{ metrics: [{ name: 'n' }] }, 'metrics[0].value is required'],
    [{ metrics: [{ ...point, value: '1' }] }, 'metrics[0].value must be a finite number'],
    [{ metrics: [{ ...point, value: null }] }, 'metrics[0].value must be a finite number'],
    [{ metrics: [{ ...point, name: '' }] }, 'metrics[0].name must be a string of 1 to 255 characters'],
    [{ metrics: [{ ...point, name: 'n'.repeat(256) }] }, 'metrics[0].name must be a string of 1 to 255 characters'],
    [{ metrics: [{ ...point, labels: { a: 1 } }] }, 'metrics[0].labels["a"] must be a string'],
    [{ metrics: [{ ...point, labels: { name: 1 } }] }, 'metrics[0].labels["name"] must be a string'],
    [{ metrics: [{ ...point, labels: { 4711: 1 } }] }, 'metrics[0].labels["4711"] must be a string'],
    [{ metrics: [{ ...point, labels: ['a'] }] }, 'metrics[0].labels must be an object'],
    [
      { metrics: [{ ...point, timestamp: 'now' }] },
      'metrics[0].timestamp must be an ISO 8601 time from 1970 to one day ahead of now',
    ],
  ])('refuses the whole batch %j', (body, message) => {
    expect(() => decode(body)).toThrow(expect.objectContaining({ name: 'DecodeError', kind: 'invalid', message }));
  });

  it('refuses a value that overflows to infinity', () => {
    const body = '{"metrics":[{"name":"n","value":1e999}]}';
    expect(() => decodeText(body)).toThrow('metrics[0].value must be a finite number');
  });

  it('accepts a timestamp up to a day ahead and refuses a later one', () => {
    expect(pointsOf({ ...point, timestamp: '2026-11-21T22:00:00Z' })[0]?.timestamp).toBe(NOW + 86_400_000_000);
    expect(() => pointsOf({ ...point, timestamp: '2026-11-21T22:00:00.000001Z' })).toThrow(
      'metrics[0].timestamp must be',
    );
  });

  it('counts characters as code points', () => {
    const emoji = (count: number) => '😀'.repeat(count);
    expect(pointsOf({ ...point, name: emoji(255), labels: { [emoji(255)]: emoji(1000) } })).toHaveLength(1);
  });

  it('accepts 64 labels of 255 and 1000 characters and refuses more', () => {
    const labels = (count: number, name: number, value: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [String(index).padEnd(name, 'k'), 'v'.repeat(value)]),
      );
    expect(pointsOf({ ...point, labels: labels(64, 255, 1000) })[0]?.labels.size).toBe(64);
    expect(() => pointsOf({ ...point, labels: labels(65, 2, 1) })).toThrow(
      'metrics[0].labels must not have more than 64 members',
    );
    expect(() => pointsOf({ ...point, labels: labels(1, 256, 1) })).toThrow(
      'names of up to 255 and values of up to 1000 characters',
    );
    expect(() => pointsOf({ ...point, labels: labels(1, 1, 1001) })).toThrow(
      'names of up to 255 and values of up to 1000 characters',
    );
  });
});

describe('a large metric batch', () => {
  const large = (wrong: object = {}) => ({
    metrics: Array.from({ length: 2500 }, (_, index) => ({
      ...point,
      labels: { index: String(index), text: 'v'.repeat(500) },
      ...(index === 2400 && wrong),
    })),
  });

  it('comes in portions that hold every point once and in order', () => {
    const portions = [...pointsIn(Buffer.from(JSON.stringify(large())), DEFAULT_LIMITS, NOW)];
    expect(portions.map(({ length }) => length)).toEqual([1000, 1000, 500]);
    expect(portions.flat()).toEqual(decode(large(), { ...DEFAULT_LIMITS, wholeBytes: Infinity }));
  });

  it('is refused for one bad point, naming its place', () => {
    expect(() => decode(large({ value: 'x' }))).toThrow('metrics[2400].value must be a finite number');
    expect(() => decode(large({ name: '' }))).toThrow('metrics[2400].name must be a string of 1 to 255 characters');
  });
});
