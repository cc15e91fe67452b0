import { TRACE_SEARCHED, type SearchCursor, parseTraceId } from '@sluice/record';
import fc from 'fast-check';
import { Client } from 'pg';
import { createTraceIndexer } from '../write/trace-index/index-traces';
import { openIndexer } from '../write/trace-index/index-traces.testing';
import { createDatabase } from './database';
import { collect } from './collect-fragments.testing';
import { inProject } from './project';
import { type TestReader, openReader } from './reader.testing';
import type { TraceSearchQuery } from './search';
import type { TraceMatch } from './trace-match';
import { searchTraces } from './search-traces';
import {
  BASE,
  PART,
  PIECES,
  type Row,
  STEP,
  insertRow,
  lowerCased,
  rows,
  textsOf,
  uuid,
} from './search-oracle.testing';
import type { TraceCondition } from './trace-condition';

/*
 * Searches against plain code: chained answers of tiny steps give every trace that has the text once, newest first.
 */

let reader: TestReader;
let traces: readonly Row[];

beforeAll(async () => {
  reader = openReader();
  await reader.owner.query('select sluice.ensure_trace_partitions($1, $2)', [PART, PART + 6]);
  await reader.owner.query(`select sluice.ensure_projects('{acme}')`);
  traces = fc.sample(rows, { numRuns: 1, seed: 7 })[0] ?? [];
  for (const row of traces) await insertRow(reader.owner, row);
  // Filters of texts know some traces, others changed since, others are dirty.
  await rolledUp(traces.length);
  await reader.owner.query('update sluice.traces set name = name where mod(hashtext(id::text), 3) = 0');
  await rolledUp(traces.length);
  await reader.owner.query('update sluice.traces set name = name where mod(hashtext(id::text), 3) = 1');
});

/** Indexes all traces. @param minChanged changed traces from which on a filter of texts is made again */
async function rolledUp(minChanged: number): Promise<void> {
  const index = openIndexer();
  await index.rolledUp(createTraceIndexer({ pool: index.pool, idleMs: 0, minChanged }));
  await index.close();
}
afterAll(() => reader.close());

type Asked = Pick<TraceSearchQuery, 'text' | 'fields'> & Partial<TraceSearchQuery>;

function expected({ text, fields }: Asked, among: (row: Row) => boolean): readonly string[] {
  const has = (value: string | null): boolean => value !== null && lowerCased(value).includes(lowerCased(text));
  return traces
    .filter((row) => among(row) && fields.some((field) => textsOf(row, field).some(has)))
    .sort((a, b) => b.timestamp - a.timestamp || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id);
}

interface Steps {
  readonly rows: number;
  readonly walked: number;
  readonly candidates: number;
  readonly together: number;
  readonly observations: number;
  readonly milliseconds: number;
}

/** Checks that the match names a text of the trace that contains what was sought, and is around it. */
function checkMatch({ text, fields }: TraceSearchQuery, id: string, match: TraceMatch | undefined): void {
  const row = traces.find((each) => each.id === id);
  if (match === undefined) throw new Error(`no match of ${id}`);
  if (row === undefined) return;
  const { field, observationId, observationName, snippet } = match;
  expect(lowerCased(snippet)).toContain(lowerCased(parseTraceId(text) ?? text));
  expect(Array.from(snippet).length).toBeLessThanOrEqual(100 + Array.from(text).length);
  const named = observationId === null ? [field] : fields;
  expect(fields.includes(field) || observationId !== null).toBe(true);
  expect(named.flatMap((each) => textsOf(row, each)).some((value) => value?.includes(snippet))).toBe(true);
  if (observationId === STEP) expect(observationName).toBe(row.step.name);
}

/** All answers, one after the other; their number is bounded, because each has come at least one trace further. */
async function found(
  asked: Asked,
  project: string | undefined,
  budgetMs: number,
  bounds?: Steps,
  meanwhile: (items: readonly string[]) => Promise<void> = () => Promise.resolve(),
): Promise<string[]> {
  const database = await inProject(createDatabase(reader.pool), project);
  const ids: string[] = [];
  let after: SearchCursor | undefined;
  for (let answers = 0; answers <= 2 * traces.length + 2; answers++) {
    const query: TraceSearchQuery = {
      ...{ filter: { tags: [], environments: [] }, limit: 200, include: { io: false, observations: false } },
      ...asked,
      ...(after && { after }),
    };
    const answer = await searchTraces(database, query, { budgetMs, isGone: () => false }, bounds);
    const items = await collect(answer.portions);
    expect(items).toHaveLength(answer.found);
    expect(items.length).toBeLessThanOrEqual(query.limit);
    for (const { trace, match } of items) checkMatch(query, trace.id, match);
    ids.push(...items.map(({ trace }) => trace.id));
    await meanwhile(items.map(({ trace }) => trace.id));
    after = answer.searchedTo;
    expect(answer.end === 'all').toBe(after === undefined);
    if (after === undefined) return ids;
  }
  throw new Error('the search has no end');
}

const steps: fc.Arbitrary<Steps | undefined> = fc.option(
  fc.record({
    rows: fc.integer({ min: 1, max: 100 }),
    walked: fc.integer({ min: 1, max: 100 }),
    candidates: fc.integer({ min: 1, max: 60 }),
    together: fc.constantFrom(0, 3, 1000),
    observations: fc.constantFrom(1, 2, 100),
    milliseconds: fc.constantFrom(0, 250),
  }),
  { nil: undefined },
);
const fieldLists = fc.subarray([...TRACE_SEARCHED], { minLength: 1 });
const needles = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join('')),
  fc.constantFrom('-ab00-', '0000', 'AB00-4000', '":', '"a": "', ',', '12.5', 'of another observation', 'none'),
);

/** Texts that some traces of each project have, and not all: of drawn ones about every third finds something. */
const FOUND = ['a', 'Ä', '\\', '12.5', '"a": "'];

it('finds every trace that has the text once, newest first, however often it is cut', async () => {
  const compare = async (asked: Asked, project?: string, budgetMs = 1000, bounds?: Steps): Promise<number> => {
    const matches = expected(asked, (row) => (row.project === 1) === (project === 'acme'));
    expect(await found(asked, project, budgetMs, bounds)).toEqual(matches);
    return matches.length;
  };
  for (const text of FOUND) {
    for (const project of ['acme', undefined]) {
      const count = await compare({ text, fields: ['input', 'output'], limit: 2 }, project);
      expect([count > 0, count < 50]).toEqual([true, true]);
    }
  }
  for (const { project, name, step } of traces.slice(0, 40)) {
    for (const [text, field] of [
      [name, 'name'] as const,
      [step.name, 'observations'] as const,
      [step.status, 'status'] as const,
    ]) {
      if (text) await compare({ text, fields: [field] }, project === 1 ? 'acme' : undefined);
    }
  }
  await fc.assert(
    fc.asyncProperty(
      fc.record({ text: needles, fields: fieldLists, limit: fc.constantFrom(1, 2, 7, 200) }),
      fc.constantFrom('acme', undefined),
      fc.constantFrom(0, 1000, 1000),
      steps,
      async (...question) => {
        await compare(...question);
      },
    ),
    { numRuns: 60 },
  );
});

const conditions = fc.subarray([
  ...([
    [{ type: 'stringOptions', column: 'level', operator: 'any of', value: ['ERROR'] }, (row) => row.errors > 0],
    [{ type: 'number', column: 'errorCount', operator: '<', value: 2 }, (row) => row.errors < 2],
    [{ type: 'null', column: 'userId', operator: 'is not null', value: null }, (row) => row.user !== null],
  ] as [TraceCondition, (row: Row) => boolean][]),
]);
const filters = fc.record(
  {
    userId: fc.constantFrom('ada', 'nobody'),
    tags: fc.subarray(['x', 'y']),
    environments: fc.subarray(['default', 'dev']),
    from: fc.constant(BASE + 3 * 1001),
    before: fc.constant(BASE + 9 * 1001),
  },
  { requiredKeys: ['tags', 'environments'] },
);

it('is one condition beside all others of a list', async () => {
  let some = 0;
  await fc.assert(
    fc.asyncProperty(filters, conditions, fieldLists, steps, async (filter, further, fields, bounds) => {
      const asked = { text: 'a', fields, filter, conditions: further.map(([condition]) => condition) };
      const matches = expected(
        asked,
        (row) =>
          row.project === 0 &&
          (filter.userId === undefined || row.user === filter.userId) &&
          filter.tags.every((tag) => row.tags.includes(tag)) &&
          (filter.environments.length === 0 || filter.environments.includes(row.environment)) &&
          row.timestamp >= (filter.from ?? 0) &&
          row.timestamp < (filter.before ?? Infinity) &&
          further.every(([, holds]) => holds(row)),
      );
      some += matches.length > 0 ? 1 : 0;
      expect(await found(asked, undefined, 1000, bounds)).toEqual(matches);
    }),
    // A search with matches, whatever is drawn.
    { numRuns: 60, examples: [[{ tags: [], environments: [] }, [], [...TRACE_SEARCHED], undefined]] },
  );
  expect(some).toBeGreaterThan(0);
});

it('does not find what is below the floor of a project, nor anything of one that nothing was stored of', async () => {
  const asked: Asked = { text: 'ab00', fields: ['id'] };
  const ofAcme = expected(asked, (row) => row.project === 1);
  const { rows: before } = await reader.owner.query<{ part: number }>(`select part from sluice.projects where id = 1`);
  await reader.owner.query('update sluice.projects set part = $1 where id = 1', [PART + 2]);
  const left = expected(asked, (row) => row.project === 1 && row.part >= PART + 2);
  expect(await found(asked, 'acme', 1000)).toEqual(left);
  expect(left.length).toBeLessThan(ofAcme.length);
  await reader.owner.query('update sluice.projects set part = $1 where id = 1', [before[0]?.part]);
  expect(await found(asked, 'acme', 1000)).toEqual(ofAcme);
  expect(await found(asked, 'never-seen', 1000)).toEqual([]);
});

it('rules out traces without observations by few statements', async () => {
  await reader.owner.query(`select sluice.ensure_projects('{bare}')`);
  await reader.owner.query(
    `insert into sluice.traces (id, public_id, project, part, shard, tags, observation_count, "timestamp", created_at, updated_at, stamp)
     select md5(n::text)::uuid, md5('bare' || n)::uuid, (select p.id from sluice.projects p where p.name = 'bare'), $1, 0, '{}', 0, t, t, t, '3'
     from generate_series(1, 300) n cross join (select timestamptz 'epoch' + $2::bigint * interval '1 microsecond' as t) x`,
    [PART, BASE],
  );
  const statements = jest.spyOn(Client.prototype, 'query');
  expect(await found({ text: 'none of these', fields: [...TRACE_SEARCHED] }, 'bare', 1000)).toEqual([]);
  expect(statements.mock.calls.length).toBeLessThan(50);
  statements.mockRestore();
});

it('reads a trace of many observations by few statements after its time is over', async () => {
  await reader.owner.query(`select sluice.ensure_projects('{long}')`);
  // So many that they are not tested at once.
  await reader.owner.query(
    `insert into sluice.traces (id, public_id, project, part, shard, tags, observation_count, "timestamp", created_at, updated_at, stamp)
     select md5('long')::uuid, md5('long')::uuid, p.id, $1, 0, '{}', 30000, now(), now(), now(), '3' from sluice.projects p where p.name = 'long'`,
    [PART],
  );
  await reader.owner.query(
    `insert into sluice.observations (part, trace_id, id, counted, created_at, updated_at, stamp, input)
     select $1, md5('long')::uuid, md5('long' || n)::uuid, true, now(), now(), '3', '"a text"' from generate_series(1, 300) n`,
    [PART],
  );
  const statements = jest.spyOn(Client.prototype, 'query');
  expect(await found({ text: 'none of these', fields: [...TRACE_SEARCHED] }, 'long', 0)).toEqual([]);
  expect(statements.mock.calls.length).toBeLessThan(50);
  statements.mockRestore();
  await reader.owner.query(`delete from sluice.observations where trace_id = md5('long')::uuid`);
  await reader.owner.query(`delete from sluice.traces where id = md5('long')::uuid`);
});

describe('beside writers', () => {
  const asked: Asked = { text: 'sought', fields: [...TRACE_SEARCHED], limit: 3 };
  const sought = (n: number, fields: Partial<Row> = {}): Row => ({
    ...(traces[0] as Row),
    ...{
      id: uuid(10_000 + n),
      project: 0,
      name: 'Sought',
      input: null,
      output: null,
      metadata: null,
      fromRoot: false,
      errors: 0,
    },
    ...{ tags: [], step: { name: null, status: null, input: null, output: null, metadata: null } },
    timestamp: BASE + (n % 4) * 1000,
    ...fields,
  });
  const remove = async (ids: readonly string[]): Promise<void> => {
    await reader.owner.query('delete from sluice.traces where id = any($1)', [ids]);
    await reader.owner.query('delete from sluice.observations where trace_id = any($1)', [ids]);
    await reader.owner.query('delete from sluice.trace_io where trace_id = any($1)', [ids]);
  };
  const those = (all: readonly Row[]): readonly string[] =>
    [...all].sort((a, b) => b.timestamp - a.timestamp || (a.id < b.id ? 1 : -1)).map(({ id }) => id);

  it('finds once what was there before, and stays', async () => {
    const all = Array.from({ length: 20 }, (_, n) => sought(n));
    for (const row of all) await insertRow(reader.owner, row);
    const [gone, stays] = [all.filter((_, n) => n % 5 === 0), all.filter((_, n) => n % 5 > 0)];
    const ids: string[] = [];
    let later = 100;
    await found(asked, undefined, 0, undefined, async (items) => {
      ids.push(...items);
      // Newer, older and as new as those that were found.
      for (let n = 0; n < 4; n++) await insertRow(reader.owner, sought(later++));
      await remove(gone.map(({ id }) => id));
    });
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => stays.some((row) => row.id === id))).toEqual(those(stays));
    await remove(Array.from({ length: later }, (_, n) => uuid(10_000 + n)));
  });

  it('goes by values that no product has stored', async () => {
    const odd = ['"\\ud83d"', '"\\ude00 sought"', '"\\u0000"', 'sought \\u12', '\\x', '"\\ud83d\\ud83d\\ude00"', '\\'];
    const all = odd.map((input, n) => sought(n, { name: null, input }));
    for (const row of all) await insertRow(reader.owner, row);
    await rolledUp(1);
    const having = all.filter(({ input }) => input?.includes('sought') === true);
    expect(await found(asked, undefined, 1000)).toEqual(those(having));
    // Nothing is known of these escapes: all of the value stays as it is.
    const emoji = { ...asked, text: '\u{1F600}', fields: ['input'] as const };
    const others = expected(emoji, (row) => row.project === 0);
    expect(await found(emoji, undefined, 1000)).toEqual(others);
    await remove(all.map(({ id }) => id));
  });
});

describe('bounds', () => {
  const ask = async (asked: Asked, budgetMs: number, bounds?: Steps, isGone = () => false) =>
    searchTraces(
      await inProject(createDatabase(reader.pool), undefined),
      {
        ...{ filter: { tags: [], environments: [] }, limit: 200, include: { io: false, observations: false } },
        ...asked,
      },
      { budgetMs, isGone },
      bounds,
    );
  const count = (): number => traces.filter(({ project }) => project === 0).length;
  // Too short for filters.
  const nothing: Asked = { text: 'not any', fields: ['input'] };
  const wide: Steps = {
    rows: 16 * 5,
    walked: 16 * 5,
    candidates: 16 * 5,
    together: 100,
    observations: 100,
    milliseconds: 250,
  };

  it('ends after one step where its time is over, or nobody waits', async () => {
    expect(await ask(nothing, 0, { ...wide, milliseconds: 0 })).toMatchObject({ end: 'time', passed: 1 });
    expect(await ask(nothing, 60_000, wide, () => true)).toMatchObject({ end: 'time', passed: 5 });
    expect(await ask(nothing, 60_000, wide)).toMatchObject({ end: 'all', passed: count() });
    const names: Asked = { text: 'not any', fields: ['name', 'id'] };
    expect(await ask(names, 0, wide)).toMatchObject({ end: 'time', passed: 5, found: 0 });
  });

  it('ends with the last trace that was asked for', async () => {
    const all = expected({ text: '-', fields: ['id'] }, ({ project }) => project === 0);
    const answer = await ask({ text: '-', fields: ['id'], limit: 4 }, 60_000, wide);
    expect(answer).toMatchObject({ end: 'limit', found: 4, searchedTo: { id: all[3] } });
  });

  it('has a version that tells apart how far it came', async () => {
    const [short, long] = [await ask(nothing, 60_000, wide, () => true), await ask(nothing, 60_000, wide)];
    expect(short.version).not.toBe(long.version);
    expect((await ask(nothing, 60_000, wide)).version).toBe(long.version);
  });
});
