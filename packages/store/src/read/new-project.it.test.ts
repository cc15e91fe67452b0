import type { Pool } from 'pg';
import { ALL_FIELD } from '../trace-index-format';
import type { StoredProject } from '../projects';
import { type IndexPlan, planStatement } from './index-page';
import { rowsReadBy } from './plan.testing';
import { openReader } from './reader.testing';
import type { TraceListQuery } from './trace';
import { setOf } from './index-sets';

/** Has come since the statistics were made, with as many traces. */
const NEW: StoredProject = { id: 7, salt: '' };
const COUNT = 2000;
const MARKED = 500;

let owner: Pool;
let close: () => Promise<void>;

/** Inserts traces with an index position, a common session, and the bitmaps of both. */
const insert = (project: number): Promise<unknown> =>
  owner.query(`
    insert into sluice.trace_index_entries (project, index_position, key, id, "timestamp", session_id, environment, tags, outcome)
      select ${project}, n, gen_random_uuid(), gen_random_uuid(), timestamptz '2026-11-20' + n * interval '1 second', 's', 'default', '{}', 'ok'
      from generate_series(1, ${COUNT}) n;
    insert into sluice.trace_index_sort_keys (project, index_position, id, latency, cost)
      select p.project, p.index_position, p.id, p.index_position, p.index_position from sluice.trace_index_entries p where p.project = ${project};
    insert into sluice.trace_index_bitmaps (project, field, value, segment, n, bitmap)
      select ${project}, f.field, f.value, b.segment, bit_count(b.bitmap), b.bitmap
      from (${setOf(`from sluice.trace_index_entries p where p.project = ${project}`)}) b
      cross join (values ('${ALL_FIELD}', ''), ('s', 's')) f (field, value)`);

beforeAll(async () => {
  ({ owner, close } = openReader());
  await owner.query('update sluice.trace_index_state set is_complete = true, must_rebuild = false');
  await insert(0);
  await owner.query('analyze sluice.trace_index_entries, sluice.trace_index_sort_keys, sluice.trace_index_dirty');
  await insert(NEW.id);
  await owner.query(
    `insert into sluice.trace_index_dirty (project, key)
     select project, key from sluice.trace_index_entries where project = $1 order by index_position limit $2`,
    [NEW.id, MARKED],
  );
});
afterAll(() => close());

const query = (field: TraceListQuery['order']['field']): TraceListQuery => ({
  page: 1,
  limit: 50,
  order: { field, direction: 'asc' },
  filter: { sessionId: 's', tags: [], environments: [] },
  include: { io: false, observations: false },
});

test.each<[IndexPlan, TraceListQuery['order']['field']]>([
  ['fetch', 'timestamp'],
  ['fetch', 'latency'],
  ['scan', 'timestamp'],
  ['scan-back', 'timestamp'],
  ['by-values', 'name'],
])(
  'the plan %s by %s looks each row of a project up by its own, also where no statistics know the project',
  async (plan, field) => {
    const statement = planStatement(NEW, query(field), plan);
    // A lookup by another index passes all rows of the project, each time.
    expect((await rowsReadBy(owner, statement)).removed).toBeLessThan(10 * COUNT);
  },
);
