import { answeredUsageType, isUnknownUsageType, sideOfUsageType } from './usage-names';

test.each([
  ['input', 'input'],
  ['input_cached_tokens', 'input'],
  ['input_and_output', 'input'],
  ['output_reasoning_tokens', 'output'],
  ['pages', 'other'],
  ['gen_ai.usage.input_images', 'other'],
  ['gen_ai.usage.output_images', 'other'],
])('%s counts to %s', (name, side) => expect(sideOfUsageType(name)).toBe(side));

test('a usage type of an unknown attribute is known by its name', () => {
  expect(isUnknownUsageType('gen_ai.usage.web_search_requests')).toBe(true);
  expect(isUnknownUsageType('web_search_requests')).toBe(false);
});

test.each([
  ['pages', 'pages'],
  ['gen_ai.usage.web_search_requests', 'web_search_requests'],
  ['gen_ai.usage.details.input_images', 'details.input_images'],
  ['gen_ai.usage.input', 'gen_ai.usage.input'],
  ['gen_ai.usage.total', 'gen_ai.usage.total'],
  ['gen_ai.usage.taken', 'gen_ai.usage.taken'],
  ['gen_ai.usage.', 'gen_ai.usage.'],
])('%s is answered as %s', (name, answered) =>
  expect(answeredUsageType(name, (other) => other === 'taken')).toBe(answered),
);
