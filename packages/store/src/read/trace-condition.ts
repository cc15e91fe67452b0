import type { CONDITION_OPERATORS, ColumnOf, ConditionType } from '@sluice/record';

interface ConditionOf<Type extends ConditionType, Value> {
  readonly type: Type;
  readonly column: ColumnOf<Type>;
  readonly operator: (typeof CONDITION_OPERATORS)[Type][number];
  readonly value: Value;
}

/** Condition on a trace (contract: Filter expressions). A trace without a value fulfils `is null` alone. */
export type TraceCondition =
  | ConditionOf<'string', string>
  | ConditionOf<'stringOptions', readonly string[]>
  | ConditionOf<'arrayOptions', readonly string[]>
  | ConditionOf<'number', number>
  | ConditionOf<'boolean', boolean>
  | ConditionOf<'null', null>;
