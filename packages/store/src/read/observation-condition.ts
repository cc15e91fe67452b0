import type { ConditionOf, MemberConditionOf, Micros, OBSERVATION_COLUMNS } from '@sluice/record';

type On = typeof OBSERVATION_COLUMNS;

/** Condition on an observation (contract: Filter expressions). One without a value fulfils `is null` alone. */
export type ObservationCondition =
  | ConditionOf<'string', string, On>
  | MemberConditionOf<On>
  | ConditionOf<'stringOptions', readonly string[], On>
  | ConditionOf<'arrayOptions', readonly string[], On>
  | ConditionOf<'number', number, On>
  | ConditionOf<'boolean', boolean, On>
  | ConditionOf<'null', null, On>
  | (ConditionOf<'datetime', Micros, On> & { readonly operator: '>=' | '<' });

/** Returns the values one of which a column has where a condition is fulfilled; undefined: not a condition on equality. */
export function onlyValues(condition: ObservationCondition): readonly string[] | undefined {
  if (condition.type === 'string' && condition.operator === '=') return [condition.value];
  return condition.type === 'stringOptions' && condition.operator === 'any of' ? condition.value : undefined;
}
