const STORE = 'packages/store/src';
const RETENTION_TEST = `${STORE}/write/retention/project-retention.it.test.ts`;

/** Mutants of expiry; see mutant-table.mjs. */
export const RETENTION_MUTANTS = [
  [
    'the floor rises above traces that are left',
    `${STORE}/write/retention/floor.ts`,
    'select min(t.part)',
    'select max(t.part)',
    [`${STORE}/write/retention/retention.it.test.ts`, `${STORE}/write/retention/retention-kills.it.test.ts`],
  ],
  [
    'a new trace comes to a part that is closed',
    `${STORE}/write/partitions.ts`,
    'Math.max(firstOpen, Math.floor(Math.min(receivedAt, this.#now()) / HOUR_MICROS))',
    'Math.floor(Math.min(receivedAt, this.#now()) / HOUR_MICROS)',
    [`${STORE}/write/retention/retention.it.test.ts`, `${STORE}/write/retention/retention-races.it.test.ts`],
  ],
  [
    'a trace that was replaced since it was listed is removed',
    `${STORE}/write/retention/traces.ts`,
    'part < $2 order by id for update',
    '$2 > 0 order by id for update',
    [`${STORE}/write/retention/retention-races.it.test.ts`],
  ],
  [
    'all goes where nothing newer is stored',
    `${STORE}/write/retention/retention.ts`,
    "newest === 'after' ? dataBefore : undefined",
    'dataBefore',
    [`${STORE}/write/retention/retention.it.test.ts`, `${STORE}/write/retention/metric-retention.it.test.ts`],
  ],
  [
    'a span is merged into a trace that is hidden',
    `${STORE}/write/projects.ts`,
    'trace.project === id && trace.part < floor',
    'false',
    [RETENTION_TEST, `${STORE}/write/retention/retention-races.it.test.ts`],
  ],
  [
    'what is below a replaced trace stays',
    `${STORE}/write/retention/projects.ts`,
    'await removeReplaced(client)',
    '0',
    [RETENTION_TEST],
  ],
];
