const STORE = 'packages/store/src';
const LISTS_TEST = `${STORE}/read/list-traces.it.test.ts`;
const CONDITIONS_TEST = `${STORE}/read/trace-conditions.it.test.ts`;
const PLANS_TEST = `${STORE}/read/index-page.it.test.ts`;

/** Mutants of `MUTANTS` that would make lists of traces wrong, by rows or by the trace index. */
export const LIST_MUTANTS = [
  [
    'a window has its end in it a second time',
    `${STORE}/read/trace-filter.ts`,
    '${alias}."timestamp" < ',
    '${alias}."timestamp" <= ',
    [LISTS_TEST],
  ],
  [
    'traces of one value come in one order whatever the direction',
    `${STORE}/read/list-rows.ts`,
    '`${prefix}id ${direction}`',
    '`${prefix}id`',
    [LISTS_TEST],
  ],
  [
    'a dirty trace is shown as it was, too',
    `${STORE}/read/index-matches.ts`,
    'select segment, ~bitmap, 0 from dirty_positions',
    'select segment, bitmap | ~bitmap, 0 from dirty_positions',
    [PLANS_TEST],
  ],
  [
    'a dirty trace is missing',
    `${STORE}/read/index-plan-input.ts`,
    'union all select key, null::integer, id, k0 from dirty',
    'union all select key, null::integer, id, k0 from dirty where false',
    [PLANS_TEST],
  ],
  [
    'a dirty trace is missing among candidates',
    `${STORE}/read/index-candidates.ts`,
    'union all\n        select key from dirty_keys',
    'union all\n        select key from dirty_keys where false',
    [PLANS_TEST],
  ],
  [
    'candidates are missing while the index is rebuilt',
    `${STORE}/read/index-candidates.ts`,
    'where not (select usable from state)',
    'where false',
    [PLANS_TEST],
  ],
  [
    'the index is read while it is rebuilt',
    `${STORE}/read/index-matches.ts`,
    '(select f.is_complete from sluice.trace_index_state f)',
    'true',
    [PLANS_TEST],
  ],
  [
    'hidden traces are read from the index',
    `${STORE}/read/index-matches.ts`,
    'where ${isBelowFloor(project)} and ${isUsable} order by',
    'where false and ${isUsable} order by',
    [PLANS_TEST],
  ],
  [
    'a page from the end lacks dirty traces',
    `${STORE}/read/index-scan.ts`,
    '(select greatest(clean + dirty - ',
    '(select greatest(clean - ',
    [PLANS_TEST],
  ],
  [
    'the index answers an order by public',
    `${STORE}/read/index-plan.ts`,
    'isRowOrder(order.field) || isNewest',
    'isNewest',
    [PLANS_TEST],
  ],
  [
    'an order by public has no time of its own',
    `${STORE}/read/list-traces.ts`,
    'conditions.length > 0 || isRowOrder(order.field)',
    'conditions.length > 0',
    [PLANS_TEST],
  ],
  [
    'a window has the hour of its end',
    `${STORE}/read/index-sets.ts`,
    'b.value < ${values.add(hourText(hours.end))}',
    'b.value <= ${values.add(hourText(hours.end))}',
    [PLANS_TEST],
  ],
  [
    'matches with a rare value are not counted by value',
    `${STORE}/read/index-by-values.ts`,
    'group by 1 having bool_or(is_clean) and',
    'group by 1 having false and',
    [PLANS_TEST],
  ],
  [
    'a list with an expression takes as long as it likes',
    `${STORE}/read/list-traces.ts`,
    'conditions.length > 0',
    'conditions.length > 999',
    [CONDITIONS_TEST],
  ],
  [
    'daily metrics with an expression take as long as they like',
    `${STORE}/read/daily-metrics.ts`,
    'await limitStatements(queries, statementMs);',
    '',
    [CONDITIONS_TEST],
  ],
];
