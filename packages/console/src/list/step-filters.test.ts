import { prefixOf, unprefixed } from './step-filters';

test('a name has a prefix where it is of a step', () => {
  expect([prefixOf('toolName'), prefixOf('step.toolName'), prefixOf('nostep.metadata.step.a')]).toEqual([
    undefined,
    'step.',
    'nostep.',
  ]);
  expect([unprefixed('toolName'), unprefixed('step.toolName'), unprefixed('nostep.metadata.step.a')]).toEqual([
    'toolName',
    'toolName',
    'metadata.step.a',
  ]);
});
