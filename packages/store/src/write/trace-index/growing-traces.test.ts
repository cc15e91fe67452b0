import { GrowingTraces } from './growing-traces';

test('a trace of several rows is left until no further row is added', () => {
  const growing = new GrowingTraces(10);
  expect(
    growing.choose([
      { key: 'a', rows: 2 },
      { key: 'whole', rows: 1 },
    ]),
  ).toEqual(['a']);
  growing.addIndexed(['whole']);
  expect(growing.choose([{ key: 'a', rows: 5 }])).toEqual(['a']);
  expect(growing.size).toBe(1);
  growing.addIndexed([]);
  expect(growing.choose([{ key: 'a', rows: 5 }])).toEqual([]);
  expect(growing.size).toBe(0);
});

test('a trace that grows for ever is indexed after so many rounds, and left again', () => {
  const growing = new GrowingTraces(2);
  const left = [1, 2, 3, 4, 5, 6, 7].map((rows) => {
    const keys = growing.choose([{ key: 'a', rows }]);
    growing.addIndexed(keys.length === 0 ? ['a'] : []);
    return keys.length;
  });
  expect(left).toEqual([0, 1, 1, 0, 1, 1, 0]);
});

test('a trace of one row is left only if one of the last rounds indexed it', () => {
  const growing = new GrowingTraces(2);
  growing.addIndexed(['a', 'b']);
  growing.addIndexed(['b']);
  growing.addIndexed([]);
  expect(
    growing.choose([
      { key: 'a', rows: 1 },
      { key: 'b', rows: 1 },
    ]),
  ).toEqual(['b']);
  growing.forget();
  expect(growing.choose([{ key: 'b', rows: 1 }])).toEqual([]);
});

test('a limited number of traces is left, the first ones; none without patience', () => {
  const queued = ['a', 'b', 'c', 'd'].map((key, n) => ({ key, rows: n + 1 }));
  expect(new GrowingTraces(5).choose(queued, 2)).toEqual(['b', 'c']);
  expect(new GrowingTraces(5).choose(queued)).toEqual(['b', 'c', 'd']);
  expect(new GrowingTraces(0).choose(queued)).toEqual([]);
});
