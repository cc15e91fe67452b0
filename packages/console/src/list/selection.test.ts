import { conditionsOf, selectionOf } from './selection';

const NOW = Date.parse('2026-11-23T12:00:00Z');

test('a place without filters asks for its time alone', () => {
  expect(selectionOf({ range: '1h', filters: [] }, NOW)).toEqual({
    fromTimestamp: '2026-11-23T11:00:00.000Z',
    toTimestamp: undefined,
    filter: undefined,
  });
  expect(selectionOf({ range: 'all', filters: [] }, NOW).fromTimestamp).toBeUndefined();
});

test('values of one column and operator are one condition', () => {
  expect(
    conditionsOf([
      { name: 'userId', value: 'ada' },
      { name: 'tags', value: 'a,b' },
      { name: 'userId', value: 'bob' },
      { name: 'userId', operator: 'not', value: 'eve' },
      { name: 'tags', value: 'c' },
      { name: 'tags', operator: 'not', value: 'd' },
      { name: 'tags', operator: 'any', value: 'e' },
      { name: 'model', value: 'gpt' },
      { name: 'model', value: 'claude' },
    ]),
  ).toEqual([
    { type: 'stringOptions', column: 'userId', operator: 'any of', value: ['ada', 'bob'] },
    { type: 'arrayOptions', column: 'tags', operator: 'all of', value: ['a,b', 'c'] },
    { type: 'stringOptions', column: 'userId', operator: 'none of', value: ['eve'] },
    { type: 'arrayOptions', column: 'tags', operator: 'none of', value: ['d'] },
    { type: 'arrayOptions', column: 'tags', operator: 'any of', value: ['e'] },
    { type: 'arrayOptions', column: 'model', operator: 'all of', value: ['gpt', 'claude'] },
  ]);
});

test('parts of a text and numbers hold together', () => {
  expect(
    conditionsOf([
      { name: 'name', operator: 'contains', value: 'chat' },
      { name: 'name', operator: 'contains', value: 'bot' },
      { name: 'name', operator: 'lacks', value: 'test' },
      { name: 'name', operator: 'starts', value: 's' },
      { name: 'name', operator: 'ends', value: 'e' },
      { name: 'latency', operator: 'gte', value: '1.5' },
      { name: 'latency', operator: 'lt', value: '10' },
      { name: 'errorCount', value: '0' },
    ]),
  ).toEqual([
    { type: 'string', column: 'name', operator: 'contains', value: 'chat' },
    { type: 'string', column: 'name', operator: 'contains', value: 'bot' },
    { type: 'string', column: 'name', operator: 'does not contain', value: 'test' },
    { type: 'string', column: 'name', operator: 'starts with', value: 's' },
    { type: 'string', column: 'name', operator: 'ends with', value: 'e' },
    { type: 'number', column: 'latency', operator: '>=', value: 1.5 },
    { type: 'number', column: 'latency', operator: '<', value: 10 },
    { type: 'number', column: 'errorCount', operator: '=', value: 0 },
  ]);
});

test('levels, what is there or not, and members of metadata', () => {
  expect(
    conditionsOf([
      { name: 'level', value: 'ERROR' },
      { name: 'outcome', operator: 'not', value: 'ok' },
      { name: 'sessionId', operator: 'present', value: '' },
      { name: 'tags', operator: 'absent', value: '' },
      { name: 'userId', operator: 'absent', value: '' },
      { name: 'isOpen', value: 'no' },
      { name: 'metadata.a.b', operator: 'present', value: '' },
      { name: 'metadata.tenant', value: 'acme' },
      { name: 'metadata.tenant', operator: 'lacks', value: 'x' },
    ]),
  ).toEqual([
    { type: 'stringOptions', column: 'level', operator: 'any of', value: ['ERROR'] },
    { type: 'stringOptions', column: 'outcome', operator: 'none of', value: ['ok'] },
    { type: 'null', column: 'sessionId', operator: 'is not null' },
    { type: 'null', column: 'tags', operator: 'is null' },
    { type: 'null', column: 'userId', operator: 'is null' },
    { type: 'boolean', column: 'isOpen', operator: '=', value: false },
    { type: 'stringObject', column: 'metadata', key: 'a.b', operator: 'contains', value: '' },
    { type: 'stringObject', column: 'metadata', key: 'tenant', operator: '=', value: 'acme' },
    { type: 'stringObject', column: 'metadata', key: 'tenant', operator: 'does not contain', value: 'x' },
  ]);
});

test('one step fulfils all filters of steps, and no step any of those that exclude', () => {
  expect(
    conditionsOf([
      { name: 'step.toolName', value: 'search' },
      { name: 'userId', value: 'ada' },
      { name: 'nostep.level', value: 'ERROR' },
      { name: 'step.toolName', value: 'fetch' },
      { name: 'step.latency', operator: 'gt', value: '5' },
      { name: 'nostep.metadata.region', operator: 'contains', value: 'eu' },
      { name: 'service', value: 'shop' },
    ]),
  ).toEqual([
    { type: 'stringOptions', column: 'userId', operator: 'any of', value: ['ada'] },
    { type: 'arrayOptions', column: 'service', operator: 'all of', value: ['shop'] },
    {
      ...{ type: 'observation', column: 'observations', operator: 'some' },
      value: [
        { type: 'stringOptions', column: 'toolName', operator: 'any of', value: ['search', 'fetch'] },
        { type: 'number', column: 'latency', operator: '>', value: 5 },
      ],
    },
    {
      ...{ type: 'observation', column: 'observations', operator: 'none' },
      value: [{ type: 'stringOptions', column: 'level', operator: 'any of', value: ['ERROR'] }],
    },
    {
      ...{ type: 'observation', column: 'observations', operator: 'none' },
      value: [{ type: 'stringObject', column: 'metadata', key: 'region', operator: 'contains', value: 'eu' }],
    },
  ]);
});
