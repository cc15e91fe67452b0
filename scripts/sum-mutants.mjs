const STORE = 'packages/store/src';
const STORE_TEST = `${STORE}/write/postgres-store.it.test.ts`;

/** Of `MUTANTS`: what would make the sums of observations wrong that are kept beside them. */
export const SUM_MUTANTS = [
  [
    'an update adds its usage to that of before',
    `${STORE}/write/existing-traces.ts`,
    'trace.change.remove(contributionOf(derivedBefore, before.fields));',
    '',
    [STORE_TEST],
  ],
  [
    'a known cost of 0 is none where traces are compared',
    `${STORE}/read/compare-traces.ts`,
    'case when t.costed_count > 0 then t.total_cost end',
    'nullif(t.total_cost, 0)',
    [`${STORE}/read/compare-traces.it.test.ts`],
  ],
  [
    'a level that has changed stays counted',
    `${STORE}/write/state/summary.ts`,
    'this.#count(contribution, -1);',
    '',
    [STORE_TEST],
  ],
  [
    'a writer from before counts the levels of every part',
    `${STORE}/migrate/0014-level-counts.ts`,
    'o.part = new.part and o.trace_id = new.id',
    'o.trace_id = new.id',
    [`${STORE}/read/trace-conditions.it.test.ts`],
  ],
  [
    'a daily row counts a trace that has left it',
    `${STORE}/write/state/daily.ts`,
    'row.traces += traces;',
    'row.traces += Math.abs(traces);',
    [STORE_TEST],
  ],
  [
    'a trace that moves to another day stays in the count of its first',
    `${STORE}/write/existing-traces.ts`,
    'pending.daily.countTrace(before.shard, days.before, -1);',
    '',
    [STORE_TEST],
  ],
  [
    'tokens of what only wraps model calls are added',
    `${STORE}/write/state/usage.ts`,
    'const tokens = counted ? derived.tokens : undefined;',
    'const { tokens } = derived;',
    [STORE_TEST, 'services/standalone/src/api.it.test.ts'],
  ],
  [
    'what only wraps model calls is priced',
    `${STORE}/write/state/derive.ts`,
    ' || !fields.counted',
    '',
    [`${STORE}/write/state/derive.test.ts`],
  ],
  [
    'a trace begins with its last observation',
    `${STORE}/write/state/summary.ts`,
    'Math.min(a, b)',
    'Math.max(a, b)',
    [STORE_TEST],
  ],
  [
    'a trace goes on beginning where an observation has left',
    `${STORE}/write/state/summary.ts`,
    'start === summary.minStart || end === summary.maxEnd',
    'end === summary.maxEnd',
    [`${STORE}/write/state/summary.test.ts`],
  ],
  [
    'a newer price table changes what was stored',
    `${STORE}/write/state/derive.ts`,
    'pricedBy(before) === pricedBy(after)',
    'false',
    [`${STORE}/write/state/derive.test.ts`, STORE_TEST],
  ],
  [
    'an unknown response model has no price',
    'packages/pricing/src/by-either-model.ts',
    'answered !== undefined || requestModel === undefined',
    'requestModel !== null',
    ['packages/pricing/src/by-either-model.test.ts'],
  ],
];
