import type { ColumnOf } from '@sluice/record';
import fc from 'fast-check';
import type { Pool } from 'pg';
import { SEGMENT_SIZE } from '../trace-index-format';
import { collectValues, createDatabase } from './database';
import { ALL_TRACES, candidateTraces } from './index-candidates';
import { type TestIndex, openTestIndex } from './index-traces.testing';
import { BASE, PART, type Row, expected, queriesOf, row, rowsOf, store } from './list-oracle.testing';
import { answer, answerBy, plansOf } from './list-answers.testing';
import { listTraces } from './list-traces';
import { type ProjectDatabase, inProject } from './project';
import type { ListPlan, TraceListQuery } from './trace';
import type { TraceCondition } from './trace-condition';
import { openReader } from './reader.testing';

const HOUR = 3_600_000_000;
const DATA = { longNames: false, count: { minLength: 400, maxLength: 400 }, step: HOUR };

let owner: Pool;
let database: ProjectDatabase;
let close: () => Promise<void>;
let pool: Pool;
let index: TestIndex;

beforeAll(async () => {
  ({ owner, pool, close } = openReader());
  index = openTestIndex();
  await owner.query('select sluice.ensure_trace_partitions($1, $2)', [PART - 480, PART + 48]);
  database = await inProject(createDatabase(pool), undefined);
});
afterAll(async () => {
  await index.close();
  await close();
});

/** Index position just before the end of a segment, so that the rows are in two; positions before it are empty. */
const FIRST = 3 * SEGMENT_SIZE - 150;

/** The first row has this position, as if there had been others before; the rest come after it. */
async function indexRows([first, ...others]: readonly Row[]): Promise<void> {
  if (first === undefined) return;
  await store(owner, [first]);
  await index.all();
  await owner.query('update sluice.trace_index_entries set index_position = $1', [FIRST]);
  await owner.query('update sluice.trace_index_sort_keys set index_position = $1', [FIRST]);
  await owner.query(
    'update sluice.trace_index_bitmaps set segment = $1, bitmap = set_bit(bitmap, 0, 0) | set_bit(bitmap & ~bitmap, $2, 1)',
    [Math.floor(FIRST / SEGMENT_SIZE), FIRST % SEGMENT_SIZE],
  );
  await store(owner, others);
  await index.all();
}

async function begin(): Promise<void> {
  await owner.query(
    'truncate sluice.traces, sluice.trace_io, sluice.text_packs, sluice.observations, sluice.daily_traces',
  );
  await owner.query('update sluice.retention_floor set part = 0');
}

const data = (seed: number, options = DATA): Row[] => fc.sample(rowsOf(options), { numRuns: 1, seed })[0] ?? [];

/** Chance has it seldom; it is the one whose total is counted beforehand. */
const EVERYTHING: TraceListQuery = {
  page: 1,
  limit: 1,
  order: { field: 'timestamp', direction: 'asc' },
  include: { io: false, observations: false },
  filter: { tags: [], environments: [] },
};

/** Functions that produce a state of the trace index, and return the rows of its answers. */
const STATES: Readonly<Record<string, () => Promise<Row[]>>> = {
  'all is indexed': async () => {
    const rows = data(1);
    await indexRows(rows);
    return rows;
  },
  'nothing is indexed': async () => {
    const rows = data(2);
    await store(owner, rows);
    return rows;
  },
  'some were added, changed and removed since': async () => {
    const rows = data(3);
    const others = data(4);
    await indexRows(rows.slice(0, 350));
    const changed = rows
      .slice(0, 400)
      .map((old, n) => (n % 3 === 0 || n >= 350 ? { ...others[n], id: old.id } : old)) as Row[];
    await store(
      owner,
      changed.filter((_, n) => n % 3 === 0 || n >= 350),
    );
    const removed = new Set(changed.filter((_, n) => n % 7 === 0).map(({ id }) => id));
    await owner.query('delete from sluice.traces where id = any($1)', [[...removed]]);
    await owner.query('update sluice.daily_traces set traces = traces - $1', [removed.size]);
    return changed.filter(({ id }) => !removed.has(id));
  },
  'some are below the floor, and not removed yet': async () => {
    const rows = data(5);
    await indexRows(rows);
    await owner.query('update sluice.projects set part = $1 where id = 0', [PART - 200]);
    return rows.filter(({ part }) => part >= PART - 200);
  },
};
afterEach(() => owner.query('update sluice.projects set part = 0 where id = 0'));

describe.each(Object.entries(STATES))('where %s', (_, prepare) => {
  it('every plan gives the traces of all filters, in every order, with an exact total', async () => {
    await begin();
    await index.all();
    const rows = await prepare();
    const chosen = new Set<ListPlan>();
    await fc.assert(
      fc.asyncProperty(queriesOf({ pages: 6, step: DATA.step }), async (query) => {
        const wanted = expected(rows, query);
        for (const plan of plansOf(database, query)) {
          expect([plan, await answerBy(database, query, plan)]).toEqual([plan, wanted]);
        }
        const { plan, ...page } = await answer(database, query);
        chosen.add(plan);
        expect(page).toEqual(wanted);
        expect([await answer(database, inConditions(query)), query]).toEqual([{ plan: 'rows', ...wanted }, query]);
      }),
      { numRuns: 60, examples: [[EVERYTHING]] },
    );
    expect(chosen.size).toBeGreaterThan(1);
  });
});

/** Queries for the same traces by conditions: by rows, which the index finds if they are rare. */
function inConditions(query: TraceListQuery): TraceListQuery {
  const { name, userId, sessionId, release, version, environments, outcomes = [], tags, ...window } = query.filter;
  const isText = (column: ColumnOf<'string'>, value?: string): readonly TraceCondition[] =>
    value === undefined ? [] : [{ type: 'string', column, operator: '=', value }];
  const isAnyOf = (column: ColumnOf<'stringOptions'>, values: readonly string[]): readonly TraceCondition[] =>
    values.length === 0 ? [] : [{ type: 'stringOptions', column, operator: 'any of', value: values }];
  const conditions: readonly TraceCondition[] = [
    ...isText('name', name),
    ...isText('userId', userId),
    ...isAnyOf('sessionId', sessionId === undefined ? [] : [sessionId]),
    ...isAnyOf('release', release === undefined ? [] : [release]),
    ...isText('version', version),
    ...isAnyOf('environment', environments),
    ...isAnyOf('outcome', outcomes),
    { type: 'arrayOptions', column: 'tags', operator: 'all of', value: tags },
  ];
  return { ...query, filter: { ...window, tags: [], environments: [] }, conditions };
}

/** Compares what is answered, and says by which plans it was. */
async function plansAnswering(rows: readonly Row[], queries: fc.Arbitrary<TraceListQuery>): Promise<Set<ListPlan>> {
  const plans = new Set<ListPlan>();
  await fc.assert(
    fc.asyncProperty(queries, async (query) => {
      const { plan, ...page } = await answer(database, query);
      plans.add(plan);
      expect(page).toEqual(expected(rows, query));
    }),
    { numRuns: 60 },
  );
  return plans;
}

it('a window that ends in an hour that has bitmaps, or at its begin, has no trace behind its end', async () => {
  await begin();
  await index.all();
  const rows = Array.from({ length: 800 }, (_, n) => row(n, { timestamp: BASE + (n % 16) * (HOUR / 4) }));
  await indexRows(rows);
  const hours = `select from sluice.trace_index_bitmaps where field = 'h'`;
  expect((await owner.query(hours)).rowCount).toBeGreaterThan(3);
  for (const before of [2, 2.5].map((count) => BASE + count * HOUR)) {
    const query = { ...EVERYTHING, limit: 100, filter: { ...EVERYTHING.filter, from: BASE, before } };
    const wanted = expected(rows, query);
    expect(wanted.total).toBe(rows.filter(({ timestamp }) => timestamp < before).length);
    for (const plan of plansOf(database, query)) {
      expect([plan, await answerBy(database, query, plan)]).toEqual([plan, wanted]);
    }
  }
});

describe('rows are read', () => {
  const pages = { pages: 6, step: DATA.step };
  const rows = data(6, { ...DATA, longNames: true });
  beforeAll(async () => {
    await begin();
    await index.all();
    await indexRows(rows);
  });

  it('where long names are ordered or filtered, of which index entries have the beginning', async () => {
    const byName = queriesOf(pages).map((query) => ({ ...query, order: { ...query.order, field: 'name' as const } }));
    expect([...(await plansAnswering(rows, byName))]).toEqual(['rows']);
    const long = queriesOf(pages).map(({ filter, ...query }) => ({
      ...query,
      order: { field: 'id', direction: 'asc' } as const,
      filter: { ...filter, name: 'x'.repeat(600) },
    }));
    expect([...(await plansAnswering(rows, long))]).toEqual(['rows']);
    expect(await plansAnswering(rows, queriesOf(pages))).toContain('fetch');
  });

  it('where the order is by public, which the index does not serve', async () => {
    const byPublic = queriesOf(pages).map((query) => ({
      ...query,
      order: { ...query.order, field: 'public' as const },
    }));
    expect([...(await plansAnswering(rows, byPublic))]).toEqual(['rows']);
  });

  it('by public within a time', async () => {
    const blocker = await owner.connect();
    try {
      // A statement with a time limit of its own first locks the trace index, and waits for the lock here.
      await blocker.query('begin; lock table sluice.trace_index_entries in access exclusive mode');
      const query = { ...EVERYTHING, order: { field: 'public', direction: 'asc' } } as const;
      await expect(listTraces(database, query, 50)).rejects.toThrow('did not finish in time');
    } finally {
      await blocker.query('rollback');
      blocker.release();
    }
  });

  it('by a statement whose index was usable only when it was estimated', async () => {
    const selection = { filter: { ...EVERYTHING.filter, sessionId: 'session 7' } };
    const { values, add } = collectValues();
    const { parts, from } = (await candidateTraces(database, selection))({ values, add });
    expect(from).not.toBe(ALL_TRACES.from);
    const client = await owner.connect();
    const ids = async (): Promise<readonly string[]> => {
      const text = `with ${parts.trim().replace(/,$/, '')} select t.id from ${from} where t.session_id = 'session 7' order by 1`;
      return (await client.query<{ id: string }>(text, [...values])).rows.map(({ id }) => id);
    };
    const wanted = rows.filter(({ sessionId }) => sessionId === 'session 7').map(({ id }) => id);
    try {
      await client.query('begin');
      expect(await ids()).toEqual(wanted.toSorted());
      await client.query('delete from sluice.trace_index_bitmaps');
      await client.query('update sluice.trace_index_state set is_complete = false');
      expect(await ids()).toEqual(wanted.toSorted());
    } finally {
      await client.query('rollback');
      client.release();
    }
    expect(wanted.length).toBeGreaterThan(0);
  });

  it('where nothing is stored of the project', async () => {
    const unknown = await inProject(createDatabase(pool), 'nobody');
    const [query] = fc.sample(queriesOf(pages), 1);
    if (query === undefined) throw new Error('no query');
    expect(await answer(unknown, query)).toEqual({ plan: 'rows', total: 0, ids: [] });
  });

  it.each([
    ['while the index is rebuilt', 'update sluice.trace_index_state set is_complete = false'],
    [
      'where too many traces are dirty',
      'insert into sluice.trace_index_dirty select 0, gen_random_uuid() from generate_series(1, 50001)',
    ],
  ])('%s', async (_, sql) => {
    await owner.query(sql);
    const [query] = fc.sample(queriesOf(pages), 1);
    if (query === undefined) throw new Error('no query');
    for (const plan of plansOf(database, query)) expect(await answerBy(database, query, plan)).toBeUndefined();
    expect([...(await plansAnswering(rows, queriesOf(pages)))]).toEqual(['rows']);
    await index.all();
  });
});
