import { usageRows } from './usage-rows';

test('input, output, others, and the total at the end', () => {
  const usage = { total: 230, output: 30, output_reasoning_tokens: 20, images: 1, input_cached_tokens: 100, input: 80 };
  expect(usageRows(usage, {}).map(({ title }) => title)).toEqual([
    'input',
    'input, cached tokens',
    'output',
    'output, reasoning tokens',
    'images',
    'total',
  ]);
});

test('a cost stands beside its tokens; what has none is unknown and not 0', () => {
  expect(usageRows({ input: 10, output: 5 }, { input: 0.01, total: 0.01 })).toEqual([
    { usageType: 'input', title: 'input', tokens: 10, cost: 0.01 },
    { usageType: 'output', title: 'output', tokens: 5, cost: undefined },
    { usageType: 'total', title: 'total', tokens: undefined, cost: 0.01 },
  ]);
});

test('a usage type may have the name of a member of every object', () => {
  expect(usageRows({}, JSON.parse('{"constructor":0.5}') as Record<string, number>)).toEqual([
    { usageType: 'constructor', title: 'constructor', tokens: undefined, cost: 0.5 },
  ]);
});
