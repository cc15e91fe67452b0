import { EXPRESSION_LIMITS, TRACE_COLUMNS } from '@sluice/record';
import { expression } from './expression';

const filterExpression = (query: { readonly filter?: string | undefined }) =>
  expression(TRACE_COLUMNS).read(query, 'filter');
const read = (conditions: unknown) => filterExpression({ filter: JSON.stringify(conditions) });
const name = { type: 'string', column: 'name', operator: '=', value: 'x' };

it.each([undefined, '', '[]', ' [ ] '])('%j has no conditions', (filter) => {
  expect(filterExpression({ filter })).toEqual([]);
});

it('reads conditions of every type, and ignores members that they do not have', () => {
  const conditions = [
    { type: 'string', column: 'userId', operator: 'does not contain', value: '' },
    { type: 'stringOptions', column: 'environment', operator: 'none of', value: ['a', 'b'] },
    { type: 'arrayOptions', column: 'tags', operator: 'all of', value: [] },
    { type: 'number', column: 'latency', operator: '<=', value: 1.5 },
    { type: 'boolean', column: 'bookmarked', operator: '<>', value: true },
    { type: 'null', column: 'name', operator: 'is null', value: null },
  ];
  const ofMember = { type: 'stringObject', column: 'metadata', key: 'tenant', operator: '=', value: 'acme' };
  expect(read([{ ...ofMember, constructor: 1 }])).toEqual([ofMember]);
  expect(read(conditions.map((condition) => ({ ...condition, key: 'k', constructor: 1 })))).toEqual(conditions);
  expect(read([{ ...name, value: ['b', 'a', 'b'], type: 'stringOptions', operator: 'any of' }])).toMatchObject([
    { value: ['b', 'a'] },
  ]);
});

describe('conditions on an observation', () => {
  const some = { type: 'observation', column: 'observations', operator: 'some' };
  const tool = { type: 'string', column: 'toolName', operator: '=', value: 'search' };

  it('are read as those of lists of observations', () => {
    const started = { type: 'datetime', column: 'startTime', operator: '>', value: '2026-11-20T22:00:00Z' };
    expect(read([name, { ...some, value: [{ ...tool, more: 1 }, started] }])).toEqual([
      name,
      { ...some, value: [tool, { ...started, value: { micros: Date.UTC(2026, 10, 20, 22) * 1000, precision: 1000 } }] },
    ]);
  });

  it.each([
    [{ value: tool }, 'filter[0].value: expected an array of 1 to 20 conditions on an observation, got'],
    [{ value: [] }, 'filter[0].value: expected an array of 1 to 20 conditions on an observation, got "[]"'],
    [
      { value: [tool, { ...tool, column: 'tool' }] },
      'filter[0].value[1].column: expected one of id, parentObservationId, ',
    ],
    [{ value: [{ ...tool, value: 1 }] }, 'filter[0].value[0].value: expected a text, got "1"'],
    [{ value: [{ ...some, value: [tool] }] }, 'filter[0].value[0].column: expected one of id, parentObservationId, '],
    [{ value: [tool], operator: 'any of' }, 'filter[0].operator: expected one of some, none for the type observation'],
    [
      { value: [tool], column: 'name' },
      'filter[0].type: expected one of string, stringOptions, null for the column name',
    ],
    [
      { value: Array(21).fill(tool) },
      'filter[0].value: expected an array of 1 to 20 conditions on an observation, got',
    ],
  ])('are refused in %j, with their place', (change, message) => {
    expect(() => read([{ ...some, ...change }])).toThrow(message);
  });

  it('count as conditions', () => {
    const half = { ...some, value: Array(10).fill(tool) };
    expect(read([half, half])).toHaveLength(2);
    expect(() => read([half, half, name])).toThrow('filter: expected at most 20 conditions, got "21"');
  });
});

it.each([{ value: '' }, { value: null }, {}])('reads a condition of type null with %j', (given) => {
  const condition = { type: 'null', column: 'name', operator: 'is null' };
  expect(read([{ ...condition, ...given }])).toEqual([{ ...condition, value: null }]);
});

it('reads times with how finely they were written', () => {
  const time = { type: 'datetime', column: 'timestamp', operator: '>' };
  const micros = Date.UTC(2026, 10, 20, 22) * 1000;
  const values = ['2026-11-20T22:00:00Z', '2026-11-20T23:00:00.000001 01:00', '0001-01-01'];
  expect(read(values.map((value) => ({ ...time, value })))).toEqual([
    { ...time, value: { micros, precision: 1000 } },
    { ...time, value: { micros: micros + 1, precision: 1 } },
    { ...time, value: { micros: 0, precision: 0 } },
  ]);
});

it('takes ids in all of their forms, and compares parts of them as they are answered', () => {
  const id = '7d0f4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e';
  const column = 'id';
  const spellings = [id, id.toUpperCase(), id.replaceAll('-', '')];
  for (const value of spellings) {
    expect(read([{ ...name, column, value }])).toEqual([
      { type: 'stringOptions', column, operator: 'any of', value: [id] },
    ]);
  }
  const options = { type: 'stringOptions', column, operator: 'none of' };
  expect(read([{ ...options, value: [id.replaceAll('-', ''), 'a\n'] }])).toEqual([{ ...options, value: [id] }]);
  expect(read([{ ...name, column, operator: 'contains', value: 'F-5D' }])).toEqual([
    { ...name, column, operator: 'contains', value: 'f-5d' },
  ]);
});

it('keeps text as it would be stored', () => {
  expect(read([{ ...name, value: 'a\0\ud800' }])).toEqual([{ ...name, value: 'a\ufffd\ufffd' }]);
});

it.each([
  ['x', 'filter: expected a JSON array of conditions, got "x"'],
  ['{}', 'filter: expected a JSON array of conditions, got "{}"'],
  ['['.repeat(7000), /^filter: expected a JSON array of conditions, got "\[{80}"$/],
  [`["${'x'.repeat(8000)}"]`, /^filter: expected at most 8000 characters, got /],
  [JSON.stringify(Array(21).fill(name)), 'filter: expected at most 20 conditions, got "21"'],
  ['[1]', 'filter[0]: expected an object with type, column, operator and value, got "1"'],
  ['[null]', 'filter[0]: expected an object with type, column, operator and value, got "null"'],
  ['[[]]', 'filter[0]: expected an object with type, column, operator and value, got "[]"'],
])('refuses %.40s', (filter, message) => {
  expect(() => filterExpression({ filter })).toThrow(message);
});

const columns = Object.keys(TRACE_COLUMNS).join(', ');

it.each([
  [{ column: 'scores_avg' }, `column: expected one of ${columns}, got "scores_avg"`],
  [{ column: 'metadata', key: 'k' }, 'type: expected one of stringObject for the column metadata, got "string"'],
  [{ column: 'metadata', type: 'stringObject' }, 'key: expected a text of 1 to 200 characters, got ""'],
  [{ column: 'metadata', type: 'stringObject', key: 'x'.repeat(201) }, 'key: expected a text of 1 to 200 characters'],
  [{ column: 'toString' }, `column: expected one of ${columns}, got "toString"`],
  [{ column: 1 }, `column: expected one of ${columns}, got "1"`],
  [{ column: undefined }, `column: expected one of ${columns}, got ""`],
  [{ type: 'number' }, 'type: expected one of string, stringOptions, null for the column name, got "number"'],
  [{ type: 'constructor' }, 'type: expected one of string, stringOptions, null for the column name, got "constructor"'],
  [
    { operator: 'like' },
    'operator: expected one of =, contains, does not contain, starts with, ends with for the type string, got "like"',
  ],
  [{ value: 1 }, 'value: expected a text, got "1"'],
  [
    { column: 'level', type: 'stringOptions', operator: 'any of', value: ['ERROR', 'DEFAULT'] },
    'value[1]: expected one of ERROR, WARNING, got "DEFAULT"',
  ],
  [
    { column: 'outcome', type: 'stringOptions', operator: 'none of', value: ['ok', 'ERROR'] },
    'value[1]: expected one of failed, recovered, warning, ok, got "ERROR"',
  ],
  [{ value: undefined }, 'value: expected a text, got ""'],
  [{ value: 'x'.repeat(1001) }, `value: expected a text of at most 1000 characters, got "${'x'.repeat(80)}"`],
  [{ type: 'stringOptions', operator: 'any of', value: 'x' }, 'value: expected an array of 1 to 200 texts, got "x"'],
  [{ type: 'stringOptions', operator: 'any of', value: [] }, 'value: expected an array of 1 to 200 texts, got "[]"'],
  [
    { type: 'stringOptions', operator: 'none of', value: Array(201).fill('x') },
    /^filter\[1\]\.value: expected an array of 1 to 200 texts, got /,
  ],
  [{ type: 'stringOptions', operator: 'any of', value: ['x', 2] }, 'value[1]: expected a text, got "2"'],
  [
    { column: 'tags', type: 'arrayOptions', operator: 'any of', value: [] },
    'value: expected an array of 1 to 200 texts',
  ],
  [{ column: 'latency', type: 'number', operator: '=', value: '1' }, 'value: expected a number, got "1"'],
  [{ column: 'latency', type: 'number', operator: '<>', value: 1 }, 'operator: expected one of =, >, <, >=, <= for'],
  [{ column: 'public', type: 'boolean', operator: '=', value: 0 }, 'value: expected true or false, got "0"'],
  [
    { column: 'timestamp', type: 'datetime', operator: '<', value: 'now' },
    'value: expected an ISO 8601 time, got "now"',
  ],
  [{ column: 'timestamp', type: 'datetime', operator: '<', value: 1 }, 'value: expected an ISO 8601 time, got "1"'],
])('refuses %j, naming its place', (change, message) => {
  const expected = typeof message === 'string' ? `filter[1].${message}` : message;
  expect(() => read([name, { ...name, ...change }])).toThrow(expected);
});

it('refuses a number that no double holds', () => {
  const filter = '[{"type":"number","column":"totalCost","operator":">","value":1e999}]';
  expect(() => filterExpression({ filter })).toThrow('filter[0].value: expected a number');
});

it('takes as much as it says', () => {
  const values = Array.from({ length: EXPRESSION_LIMITS.values }, (_, n) => `${n}`);
  expect(read([{ type: 'stringOptions', column: 'name', operator: 'any of', value: values }])).toHaveLength(1);
  expect(read(Array(EXPRESSION_LIMITS.conditions).fill(name))).toHaveLength(EXPRESSION_LIMITS.conditions);
  expect(read([{ ...name, value: '\u{1F600}'.repeat(1000) }])).toHaveLength(1);
});
