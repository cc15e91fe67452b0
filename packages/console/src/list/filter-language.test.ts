import { STEP_COLUMNS, TRACE_COLUMNS } from '../url/filters';
import { completedColumns, completedValues, quoted, readQuery, unfinishedOf } from './filter-language';

test('a text has filters and what is searched', () => {
  expect(readQuery('user:ada latency>5s -tag:test model:"gpt 4o" "timed out" again', TRACE_COLUMNS)).toEqual({
    filters: [
      { name: 'userId', value: 'ada' },
      { name: 'latency', operator: 'gt', value: '5' },
      { name: 'tags', operator: 'not', value: 'test' },
      { name: 'model', value: 'gpt 4o' },
    ],
    text: 'timed out again',
  });
  expect(readQuery('tool:search_docs message~"timed out" promptversion>=2', STEP_COLUMNS)).toEqual({
    filters: [
      { name: 'toolName', value: 'search_docs' },
      { name: 'statusMessage', operator: 'contains', value: 'timed out' },
      { name: 'promptVersion', operator: 'gte', value: '2' },
    ],
    text: '',
  });
});

test.each([
  ['latency<=200ms', { name: 'latency', operator: 'lte', value: '0.2' }],
  ['latency>=2m', { name: 'latency', operator: 'gte', value: '120' }],
  ['cost>$0.07', { name: 'totalCost', operator: 'gt', value: '0.07' }],
  ['tokens:10k', { name: 'totalTokens', value: '10000' }],
  ['session:*', { name: 'sessionId', operator: 'present', value: '' }],
  ['-session:*', { name: 'sessionId', operator: 'absent', value: '' }],
  ['-name~test', { name: 'name', operator: 'lacks', value: 'test' }],
  ['open:yes', { name: 'isOpen', value: 'yes' }],
  ['USERID:ada', { name: 'userId', value: 'ada' }],
  ['metadata.tenant:acme', { name: 'metadata.tenant', value: 'acme' }],
  ['Metadata.Tenant.id~"a b"', { name: 'metadata.Tenant.id', operator: 'contains', value: 'a b' }],
  ['metadata."the key":"a b"', { name: 'metadata.the key', value: 'a b' }],
  ['metadata.http://x:443', { name: 'metadata.http', value: '//x:443' }],
  ['-metadata.tenant~a', { name: 'metadata.tenant', operator: 'lacks', value: 'a' }],
  ['metadata.tenant:*', { name: 'metadata.tenant', operator: 'present', value: '' }],
  ['service:shop', { name: 'service', value: 'shop' }],
  ['step.tool:search_docs', { name: 'step.toolName', value: 'search_docs' }],
  ['STEP.ToolName:x', { name: 'step.toolName', value: 'x' }],
  ['step.latency>5s', { name: 'step.latency', operator: 'gt', value: '5' }],
  ['step.-level:ERROR', { name: 'step.level', operator: 'not', value: 'ERROR' }],
  ['step.prompt:*', { name: 'step.promptName', operator: 'present', value: '' }],
  ['step.metadata."the key":a', { name: 'step.metadata.the key', value: 'a' }],
  ['-step.tool:x', { name: 'nostep.toolName', value: 'x' }],
  ['-step.latency>5s', { name: 'nostep.latency', operator: 'gt', value: '5' }],
  ['nostep.tool:x', { name: 'nostep.toolName', value: 'x' }],
])('%s is a filter', (query, filter) => {
  expect(readQuery(query, TRACE_COLUMNS)).toEqual({ filters: [filter], text: '' });
});

test.each([
  'https://example.com/a',
  'tool:x',
  'latency>fast',
  'level:FATAL',
  '-latency>5',
  'user:',
  'metadata:x',
  '-metadata.a:x',
  'metadata.a>5',
  'a > b',
  '-',
  'step:x',
  'step.outcome:failed',
  '-nostep.tool:x',
])('%s is searched as it is', (query) => {
  expect(readQuery(query, TRACE_COLUMNS)).toEqual({ filters: [], text: query });
});

test('a value with blanks is quoted', () => {
  expect([quoted('a b'), quoted('ab')]).toEqual(['"a b"', 'ab']);
});

test.each([
  ['us', { before: '', of: '', prefix: 'us' }],
  ['name:x -us', { before: 'name:x -', of: '', prefix: 'us' }],
  ['user:a', { before: 'user:', of: '', column: 'userId', prefix: 'a' }],
  ['user:"a b', { before: 'user:', of: '', column: 'userId', prefix: 'a b' }],
  ['user:', { before: 'user:', of: '', column: 'userId', prefix: '' }],
  ['step.', { before: 'step.', of: 'step.', prefix: '' }],
  ['x -step.to', { before: 'x -step.', of: 'nostep.', prefix: 'to' }],
  ['step.-tool:se', { before: 'step.-tool:', of: 'step.', column: 'step.toolName', prefix: 'se' }],
  ['metadata.ten', { before: 'metadata.', of: '', column: 'metadata', prefix: 'ten' }],
  ['step.metadata."a b', { before: 'step.metadata.', of: 'step.', column: 'step.metadata', prefix: 'a b' }],
  ['metadata.a.b:"x', { before: 'metadata.a.b:', of: '', column: 'metadata.a.b', prefix: 'x' }],
  ['user:a ', undefined],
  ['-nostep.to', undefined],
  ['https://x', undefined],
  ['', undefined],
])('%j may be completed', (text, unfinished) => {
  expect(unfinishedOf(text, TRACE_COLUMNS)).toEqual(unfinished);
});

const unfinished = (text: string) => unfinishedOf(text, TRACE_COLUMNS) ?? fail();

test('columns complete what begins as they do', () => {
  const completed = (text: string) => completedColumns(unfinished(text), TRACE_COLUMNS);
  expect(completed('user:ada la')).toEqual(['user:ada latency>']);
  expect(completed('met')).toEqual(['metadata.']);
  expect(completed('-o')).toEqual(['-outcome:', '-open:', '-outputtokens>', '-observations>']);
  expect(completed('-st')).toEqual(['-step.']);
  expect(completed('-step.to')).toEqual(['-step.tool:', '-step.tokens>']);
  expect(completedColumns(unfinishedOf('st', STEP_COLUMNS) ?? fail(), STEP_COLUMNS)).toEqual([]);
});

test('values and names of members complete what begins as they do', () => {
  expect(completedValues(unfinished('step.tool:se'), ['search docs', 'send', 'other'])).toEqual([
    'step.tool:"search docs"',
    'step.tool:send',
  ]);
  expect(completedValues(unfinished('step.metadata.'), ['tenant', 'the "key"', 'a:b'])).toEqual([
    'step.metadata.tenant:',
    'step.metadata."the key":',
    'step.metadata."a:b":',
  ]);
});

function fail(): never {
  throw new Error('nothing may be completed');
}
