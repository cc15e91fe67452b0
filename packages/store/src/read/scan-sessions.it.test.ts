import fc from 'fast-check';
import type { Pool } from 'pg';
import type { ReadStore } from './postgres-store';
import { openReader } from './reader.testing';
import type { ListedSession, SessionScanQuery } from './session';
import { NAMES, PART, type Row, insertTraces, keyOf, uuid } from './session-rows.testing';

const BASE = Date.UTC(2026, 10, 20, 12) * 1000;

let owner: Pool;
let reads: ReadStore;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ owner, reads, close } = openReader());
  await owner.query('select sluice.ensure_trace_partitions($1, $1)', [PART]);
  await owner.query(`insert into sluice.projects (id, name) values (1, 'acme'), (2, 'other')`);
});
afterAll(() => close());
beforeEach(() => clear());

const clear = () => owner.query('truncate sluice.traces, sluice.trace_io, sluice.text_packs, sluice.observations');

type Given = Row & { readonly fails: boolean };

async function insert(rows: readonly Given[]): Promise<void> {
  const failed = rows.filter(({ fails }) => fails);
  await owner.query(
    `insert into sluice.observations (part, trace_id, id, level, counted, created_at, updated_at, stamp)
     select u.part, u.id, gen_random_uuid(), 'ERROR', true, now(), now(), '3'
     from unnest($1::integer[], $2::uuid[]) as u(part, id), generate_series(1, 2)`,
    [failed.map(({ part }) => part), failed.map(keyOf)],
  );
  await insertTraces(owner, rows);
}

const rows: fc.Arbitrary<Given[]> = fc
  .array(
    fc.record({
      project: fc.constantFrom(0, 0, 1, 2),
      sessionId: fc.constantFrom('a', 'B', 'ä', '\u{1F600}', 'x'.repeat(500), null, null),
      environment: fc.constantFrom('default', 'staging', null),
      timestamp: fc.integer({ min: 0, max: 8 }).map((step) => BASE + step),
      part: fc.constantFrom(PART, PART - 1),
      userId: fc.constantFrom('ada', 'Bob', 'ä', null),
      cost: fc.integer({ min: 0, max: 9 }),
      fails: fc.boolean(),
    }),
    { minLength: 10, maxLength: 30 },
  )
  .map((all) => all.map((fields, n) => ({ n: (n * 7919) % 1009, ...fields })));

type Asked = Omit<SessionScanQuery, 'limit' | 'summary'>;

const SCAN = { environments: [], orderBy: 'createdAt' } as const;

const asks: fc.Arbitrary<Asked> = fc.record(
  {
    orderBy: fc.constantFrom('createdAt' as const, 'lastTimestamp' as const),
    environments: fc.constantFrom([], [], ['default'], ['staging', 'default'], ['none']),
    userId: fc.constantFrom('ada', 'Bob', 'nobody'),
    from: fc.integer({ min: 0, max: 9 }).map((step) => BASE + step),
    before: fc.integer({ min: 0, max: 9 }).map((step) => BASE + step),
  },
  { requiredKeys: ['environments', 'orderBy'] },
);

/** All pages of sessions, and how many they were. */
async function scanAll(project: number, query: Omit<SessionScanQuery, 'after'>, bounds = { first: 500, all: 10_000 }) {
  const sessions: ListedSession[] = [];
  for (let pages = 1, after: SessionScanQuery['after']; ; pages += 1) {
    const page = await reads.of(NAMES[project]).scanSessions({ ...query, ...(after && { after }) }, bounds);
    expect(page.sessions.length).toBeLessThanOrEqual(query.limit);
    sessions.push(...page.sessions);
    if (page.searchedTo === undefined) return { sessions, pages };
    after = page.searchedTo;
  }
}

const byTime = (a: Row, b: Row): number => a.timestamp - b.timestamp || (uuid(a.n) < uuid(b.n) ? -1 : 1);

/** The rule of the contract, in plain code. */
function expected(
  all: readonly Given[],
  project: number,
  { orderBy, environments, userId, from, before }: Asked,
): object[] {
  const own = all.filter((row) => row.project === project && row.sessionId !== null).toSorted(byTime);
  const found = [...new Set(own.map(({ sessionId }) => sessionId))].flatMap((id) => {
    const traces = own.filter(({ sessionId }) => sessionId === id);
    const first = traces[0]!;
    const edge = orderBy === 'createdAt' ? first : traces.at(-1)!;
    const environment = first.environment ?? 'default';
    const isAsked =
      (from === undefined || edge.timestamp >= from) &&
      (before === undefined || edge.timestamp < before) &&
      (userId === undefined || first.userId === userId) &&
      (environments.length === 0 || environments.includes(environment));
    return isAsked ? [{ first, edge, traces, environment }] : [];
  });
  return found
    .sort((a, b) => byTime(b.edge, a.edge))
    .map(({ first, traces, environment }) => ({
      ...{ id: first.sessionId, createdAt: first.timestamp, environment },
      summary: {
        last: Math.max(...traces.map(({ timestamp }) => timestamp)),
        ...{ isWhole: true, traces: traces.length, errors: traces.filter(({ fails }) => fails).length },
        ...usersOf(traces),
        totalCost: traces.reduce((sum, { cost = 0 }) => sum + cost, 0),
        ...{ inputTokens: '0', outputTokens: '0', totalTokens: `${3 * traces.length}`, name: null, input: null },
      },
    }));
}

function usersOf(traces: readonly Row[]): { users: string; userCount: number } {
  const users = [...new Set(traces.flatMap(({ userId }) => userId ?? []))].sort((a, b) =>
    Buffer.compare(Buffer.from(a), Buffer.from(b)),
  );
  return { users: JSON.stringify(users), userCount: users.length };
}

it('finds every session once, where its first or its latest trace is, however far each look goes', async () => {
  for (const data of fc.sample(rows, { numRuns: 3, seed: 5 })) {
    await clear();
    await insert(data);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(0, 1, 2),
        asks,
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom({ first: 1, all: 1 }, { first: 1, all: 2 }, { first: 2, all: 7 }, { first: 50, all: 50 }),
        async (project, ask, limit, bounds) => {
          const { sessions } = await scanAll(project, { ...ask, limit, summary: true }, bounds);
          expect(sessions).toEqual(expected(data, project, ask));
        },
      ),
      { numRuns: 60 },
    );
  }
});

const trace = (n: number, more: Partial<Given> = {}): Given => ({
  ...{ n, project: 0, sessionId: 's', environment: null, timestamp: BASE + n, part: PART, fails: false, ...more },
});

it('says that nothing is left where a page has all that there are', async () => {
  await insert([trace(1), trace(2, { sessionId: 't' })]);
  expect(await scanAll(0, { ...SCAN, limit: 2, summary: false })).toMatchObject({ pages: 1 });
  expect(await scanAll(0, { ...SCAN, limit: 1, summary: false })).toMatchObject({ pages: 2 });
});

it('passes no more traces than it may, and says how far it came', async () => {
  await insert([trace(0), ...Array.from({ length: 20 }, (_, n) => trace(n + 1, { sessionId: null }))]);
  const query = { ...SCAN, limit: 5, summary: true };
  const first = await reads.of(undefined).scanSessions(query, { first: 3, all: 10 });
  expect(first).toMatchObject({ sessions: [], searchedTo: { timestamp: BASE + 11, id: uuid(11) } });
  expect(await scanAll(0, query, { first: 3, all: 10 })).toMatchObject({ sessions: [{ id: 's' }], pages: 3 });
});

it('sums the first thousand traces of a session, tells that there are more, and when the last one was', async () => {
  await insert(
    Array.from({ length: 1001 }, (_, n) =>
      trace(n, { cost: 1, userId: `u${n}`, fails: n % 500 === 0, timestamp: BASE + n }),
    ),
  );
  const { sessions } = await scanAll(0, { ...SCAN, limit: 5, summary: true });
  const users = '["u0","u1","u10","u100","u101"]';
  const summary = {
    last: BASE + 1000,
    isWhole: false,
    traces: 1000,
    errors: 2,
    totalCost: 1000,
    userCount: 1000,
    users,
  };
  expect(sessions).toMatchObject([{ createdAt: BASE, summary }]);
});

it('has the name of the first trace and the beginning of its input', async () => {
  await insert([trace(1), trace(2)]);
  await owner.query(`update sluice.traces set name = 'turn ' || right(split_part(id::text, '-', 1), 1), has_io = true`);
  await owner.query(
    `insert into sluice.trace_io (part, trace_id, input) select part, id, to_json(name || ' asks')::text from sluice.traces`,
  );
  const { sessions } = await scanAll(0, { ...SCAN, limit: 5, summary: true });
  expect(sessions).toMatchObject([{ summary: { name: 'turn 1', input: '"turn 1 asks"' } }]);
});

it('has another version where a session or its summary is another', async () => {
  await insert([trace(1)]);
  const query = { ...SCAN, limit: 5, summary: true };
  const version = async () => (await reads.of(undefined).scanSessions(query)).version;
  const before = await version();
  expect(await version()).toBe(before);
  await insert([trace(2, { cost: 1 })]);
  expect(await version()).not.toBe(before);
});

it('begins a session with what is left of it above the floors', async () => {
  await insert([
    trace(1, { project: 1, part: PART - 1 }),
    trace(5, { project: 1, environment: 'later', timestamp: BASE + 5 }),
  ]);
  await owner.query('update sluice.projects set part = $1 where id = 1', [PART]);
  const { sessions } = await scanAll(1, { ...SCAN, limit: 5, summary: true });
  expect(sessions).toMatchObject([{ createdAt: BASE + 5, environment: 'later', summary: { traces: 1 } }]);
  await owner.query('update sluice.projects set part = 0');
});
