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
