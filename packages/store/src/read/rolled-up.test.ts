import type { ObservationCondition } from './observation-condition';
import { rolledUpOf } from './rolled-up';

const is = (column: 'name' | 'level' | 'statusMessageGroup' | 'toolName', value: string): ObservationCondition => ({
  ...{ type: 'string', operator: '=' },
  ...{ column, value },
});

const isVersion = (operator: '=' | '>', value: number): ObservationCondition => ({
  ...{ type: 'number', column: 'promptVersion' },
  ...{ operator, value },
});

test.each([
  ['tool', [], { field: 'tool' }],
  ['name', [is('name', 'a')], { field: 'name', values: ['a'] }],
  ['tool', [is('toolName', 'a')], { field: 'tool', values: ['a'] }],
  ['statusMessage', [is('level', 'ERROR')], { field: 'failure' }],
  ['statusMessage', [is('level', 'ERROR'), is('statusMessageGroup', 'm')], { field: 'failure', values: ['m'] }],
  ['level', [is('level', 'ERROR')], { field: 'level', values: ['ERROR'] }],
  ['prompt', [isVersion('=', 3)], { field: 'prompt', version: 3 }],
  [
    'model',
    [{ type: 'stringOptions', column: 'providedModelName', operator: 'any of', value: ['a', 'b'] }],
    { field: 'model', values: ['a', 'b'] },
  ],
] as const)('rollups have groups by %s with the conditions %j', (by, conditions, of) => {
  expect(rolledUpOf({ by, conditions })).toEqual(of);
});

test.each([
  ['userId', []],
  ['name', [is('toolName', 'a')]],
  ['name', [is('name', 'a'), is('name', 'b')]],
  ['name', [is('name', 'a'.repeat(200))]],
  ['name', [is('level', 'ERROR')]],
  ['name', [isVersion('=', 3)]],
  ['prompt', [isVersion('>', 3)]],
  ['prompt', [isVersion('=', 3.5)]],
  ['prompt', [isVersion('=', 3), isVersion('=', 4)]],
  ['statusMessage', [is('level', 'WARNING')]],
  ['statusMessage', [{ type: 'stringOptions', column: 'level', operator: 'any of', value: ['ERROR', 'WARNING'] }]],
  ['name', [{ type: 'stringOptions', column: 'name', operator: 'none of', value: ['a'] }]],
  ['name', [{ type: 'string', column: 'name', operator: 'contains', value: 'a' }]],
] as const)('rollups have no groups by %s with the conditions %j', (by, conditions) => {
  expect(rolledUpOf({ by, conditions })).toBeUndefined();
});
