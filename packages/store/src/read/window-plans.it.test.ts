import { compareTraces } from './compare-traces';
import { type Statement, createDatabase } from './database';
import { rowsReadBy } from './plan.testing';
import { type ProjectDatabase, inProject } from './project';
import { type TestReader, openReader } from './reader.testing';
import { BASE, PART, everything } from './selection-rows.testing';
import { traceGroups } from './trace-groups';
import { traceHistogram } from './trace-histogram';

/** Days with a trace a minute, stored in another order than that of their times, as of many senders. */
const DAYS = 30;
const A_DAY = 24 * 60;
/** Scans of a trace: of the table, of an index, and of what the statement found. All traces are 30 times those of a day. */
const READS_OF_A_TRACE = 10;
const HOUR = 3_600_000_000;

let reader: TestReader;

beforeAll(async () => {
  reader = openReader();
  await reader.owner.query(
    `insert into sluice.traces (id, part, shard, "timestamp", min_start, max_end, observation_count, release, created_at, updated_at, stamp)
     select gen_random_uuid(), $1 + n / 60, 0, t, t, t + interval '1 second', 1, repeat('r', 200), t, t, '3'
     from generate_series(0, ${DAYS * A_DAY - 1}) n cross join lateral (select timestamptz 'epoch' + $2::bigint * interval '1 microsecond' + n * interval '1 minute' as t) x
     order by md5(n::text)`,
    [PART, BASE],
  );
  await reader.owner.query('analyze sluice.traces');
});
afterAll(() => reader.close());

/** Returns the statements of a read that contain the table of traces. */
async function statementsOf(read: (database: ProjectDatabase) => Promise<unknown>): Promise<readonly Statement[]> {
  const statements: Statement[] = [];
  const database = await inProject(createDatabase(reader.pool), undefined);
  await read({
    ...database,
    snapshot: (work) =>
      database.snapshot((queries) =>
        work({
          ...queries,
          query: (statement) => {
            if (/\bsluice\.traces\b/.test(statement.text)) statements.push(statement);
            return queries.query(statement);
          },
        }),
      ),
  });
  return statements;
}

/** The day before the last one. */
const from = BASE + (DAYS - 2) * 24 * HOUR;
const filter = { ...everything, from, before: from + 24 * HOUR };

const READS: Readonly<Record<string, (database: ProjectDatabase) => Promise<unknown>>> = {
  histogram: (database) => traceHistogram(database, { filter, from, width: HOUR, length: 24 }),
  groups: (database) => traceGroups(database, { filter, by: 'outcome', orderBy: 'count', limit: 10 }),
  comparison: (database) => compareTraces(database, { filter, picked: { filter, conditions: [] }, limit: 10 }),
};

test.each(Object.entries(READS))('the %s of a day reads no other day', async (_, read) => {
  const statements = await statementsOf(read);
  expect(statements).not.toHaveLength(0);
  for (const statement of statements) {
    const { scanned } = await rowsReadBy(reader.owner, statement);
    expect(scanned).toBeLessThan(READS_OF_A_TRACE * A_DAY);
  }
});
