import type { ConditionOf, MemberConditionOf } from '@sluice/record';
import type { ObservationCondition } from './observation-condition';

/** Condition on a trace (contract: Filter expressions). A trace without a value fulfils `is null` alone. */
export type TraceCondition =
  | ConditionOf<'string', string>
  | MemberConditionOf
  | ConditionOf<'stringOptions', readonly string[]>
  | ConditionOf<'arrayOptions', readonly string[]>
  | ConditionOf<'number', number>
  | ConditionOf<'boolean', boolean>
  | ConditionOf<'null', null>
  | ConditionOf<'observation', readonly ObservationCondition[]>;
