import { type Condition, endpoints, queryReader } from '@sluice/api';
import { traceSelection } from './trace-selection';

const none = { tags: [], environments: [] };
const T = Date.UTC(2026, 10, 20, 22) * 1000;
const conditions = (...list: object[]): readonly Condition[] =>
  queryReader(endpoints.listTraces)({ filter: JSON.stringify(list) }).filter;
const select = (...list: object[]) => traceSelection(none, conditions(...list));

const text = (column: string, operator: string, value: string) => ({ type: 'string', column, operator, value });
const anyOf = (column: string, ...value: string[]) => ({ type: 'stringOptions', column, operator: 'any of', value });
const tags = (operator: string, ...value: string[]) => ({ type: 'arrayOptions', column: 'tags', operator, value });
const time = (operator: string, value: string) => ({ type: 'datetime', column: 'timestamp', operator, value });

it('leaves the parameters as they are without an expression', () => {
  const filter = { ...none, name: 'n', from: 1, before: 2, tags: ['a'] };
  expect(traceSelection(filter, [])).toEqual({ filter });
});

it.each(['name', 'userId', 'sessionId', 'release', 'version'])('says that %s is a value by the filter', (column) => {
  expect(select(text(column, '=', 'x'))).toEqual({ filter: { ...none, [column]: 'x' } });
  expect(select(anyOf(column, 'x'), text(column, '=', 'x'))).toEqual({ filter: { ...none, [column]: 'x' } });
  expect(select(text(column, '=', ''))).toEqual({ filter: { ...none, [column]: '' } });
});

it('says by the filter which environments, tags and times', () => {
  expect(select(anyOf('environment', 'a', 'b'))).toEqual({ filter: { ...none, environments: ['a', 'b'] } });
  expect(select(text('environment', '=', 'a'))).toEqual({ filter: { ...none, environments: ['a'] } });
  expect(select(tags('all of', 'a', 'b'), tags('any of', 'c'), tags('all of', 'a'), tags('all of'))).toEqual({
    filter: { ...none, tags: ['a', 'b', 'c'] },
  });
  expect(select(time('>=', '2026-11-20T22:00:00Z'), time('<', '2026-11-20T22:00:01Z'))).toEqual({
    filter: { ...none, from: T, before: T + 1_000_000 },
  });
});

it('says by the filter which outcomes, those of one condition', () => {
  const noneOf = (...value: string[]) => ({ ...anyOf('outcome', ...value), operator: 'none of' });
  expect(select(anyOf('outcome', 'ok', 'failed'))).toEqual({ filter: { ...none, outcomes: ['failed', 'ok'] } });
  expect(select(noneOf('ok'))).toEqual({ filter: { ...none, outcomes: ['failed', 'recovered', 'warning'] } });
  expect(select(anyOf('outcome', 'ok'), noneOf('ok'))).toEqual({
    filter: { ...none, outcomes: ['ok'] },
    conditions: [noneOf('ok')],
  });
  const nothing = noneOf('failed', 'recovered', 'warning', 'ok');
  expect(select(nothing)).toEqual({ filter: none, conditions: [nothing] });
});

it('has times of conditions on an observation as bounds', () => {
  const some = (...value: object[]) => ({ type: 'observation', column: 'observations', operator: 'some', value });
  const started = { ...time('>', '2026-11-20T22:00:00Z'), column: 'startTime' };
  expect(select(some(text('name', '=', 'x'), started))).toEqual({
    filter: none,
    conditions: [some(text('name', '=', 'x'), { ...started, operator: '>=', value: T + 1000 })],
  });
});

it('takes the narrower of several bounds, and all of a millisecond as one time', () => {
  const times = [
    ...[time('>=', '2026-11-20T22:00:00Z'), time('>', '2026-11-20T22:00:00Z'), time('>=', '2026-11-20')],
    ...[time('<=', '2026-11-20T22:00:01.5Z'), time('<', '2026-11-21'), time('<=', '2026-11-20T22:00:02.000001Z')],
  ];
  const filter = { ...none, from: T + 1000, before: T + 1_501_000 };
  expect(select(...times)).toEqual({ filter });
  expect(select(...times.reverse())).toEqual({ filter });
});

it.each([
  [text('name', 'contains', 'x')],
  [anyOf('name', 'x', 'y')],
  [{ ...anyOf('environment', 'x'), operator: 'none of' }],
  [tags('any of', 'a', 'b')],
  [tags('none of', 'a')],
  [{ ...tags('all of', 'a'), column: 'model' }],
  [{ ...tags('any of', 'a'), column: 'model' }],
  [{ type: 'null', column: 'userId', operator: 'is null', value: null }],
  [{ type: 'number', column: 'latency', operator: '=', value: 1 }],
  [anyOf('level', 'ERROR')],
  [anyOf('id', '7d0f4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e')],
])('leaves as a condition what the filter cannot say: %j', (condition) => {
  expect(select(condition)).toEqual({ filter: none, conditions: [condition] });
});

it('keeps a second value beside the first: both have to hold', () => {
  expect(select(text('name', '=', 'x'), text('name', '=', 'y'))).toEqual({
    filter: { ...none, name: 'x' },
    conditions: [text('name', '=', 'y')],
  });
  expect(select(anyOf('environment', 'x'), anyOf('environment', 'y'))).toEqual({
    filter: { ...none, environments: ['x'] },
    conditions: [anyOf('environment', 'y')],
  });
});

it('puts what is said of a column in place of its parameters, and keeps the others', () => {
  const parameters = { name: 'n', userId: 'u', from: 1, before: 2, tags: ['t'], environments: ['e'] };
  const of = (condition: object) => traceSelection(parameters, conditions(condition));
  const { name: _name, ...unnamed } = parameters;
  const { from: _from, before: _before, ...untimed } = parameters;
  expect(of(text('name', 'contains', 'x'))).toEqual({ filter: unnamed, conditions: [text('name', 'contains', 'x')] });
  expect(of(time('>=', '2026-11-20T22:00:00Z'))).toEqual({ filter: { ...untimed, from: T } });
  expect(of(tags('all of'))).toEqual({ filter: { ...parameters, tags: [] } });
  expect(of(text('environment', '=', 'x'))).toEqual({ filter: { ...parameters, environments: ['x'] } });
  expect(of(text('userId', '=', 'x'))).toEqual({ filter: { ...parameters, userId: 'x' } });
});
