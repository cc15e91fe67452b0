import { OUTCOMES, OUTCOME_COUNTS, type OutcomeCount } from '@sluice/record';

/** Columns of `sluice.traces t` with the counts that decide the outcome. */
const COLUMNS: Readonly<Record<OutcomeCount, string>> = {
  rootErrors: 't.root_error_count',
  errors: 't.error_count',
  warnings: 't.warning_count',
};

/** SQL: the outcome of a trace `sluice.traces t` (contract: Outcome), as text. */
export const OUTCOME = `case ${OUTCOME_COUNTS.map(([outcome, count]) => `when ${COLUMNS[count]} > 0 then '${outcome}'`).join(' ')} else 'ok' end`;

/** SQL: the outcome as a number that grows with its harm, by which traces are sorted. */
export const OUTCOME_RANK = `array_position(array[${OUTCOMES.toReversed()
  .map((outcome) => `'${outcome}'`)
  .join(', ')}], ${OUTCOME})`;

/** SQL: whether a trace is still running, as far as its senders announce an end. */
export const IS_OPEN = 't.open_root_count > 0';

/** SQL: whether the outcome of a trace is `failed`. */
export const HAS_FAILED = `${COLUMNS.rootErrors} > 0`;
