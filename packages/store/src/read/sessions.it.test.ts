import { SESSION_ORDERS } from '@sluice/record';
import fc from 'fast-check';
import type { Pool } from 'pg';
import { collect } from './collect-fragments.testing';
import type { ReadStore } from './postgres-store';
import type { Session, SessionListQuery } from './session';
import { NAMES, PART, type Row, insertTraces, uuid } from './session-rows.testing';
import { openReader } from './reader.testing';

const BASE = Date.UTC(2026, 10, 20, 12) * 1000;

let owner: Pool;
let reads: ReadStore;
let close: () => Promise<void>;
const insert = (rows: readonly Row[]): Promise<void> => insertTraces(owner, rows);

beforeAll(async () => {
  ({ owner, reads, close } = openReader());
  await owner.query('select sluice.ensure_trace_partitions($1, $1)', [PART]);
  await owner.query(`insert into sluice.projects (id, name) values (1, 'acme'), (2, 'other')`);
});
afterAll(() => close());
beforeEach(async () => {
  await owner.query('truncate sluice.traces, sluice.trace_io, sluice.text_packs, sluice.observations');
  await owner.query('update sluice.projects set part = 0');
});

const asked = (more: Partial<SessionListQuery> = {}): SessionListQuery => ({
  page: 1,
  limit: 50,
  environments: [],
  summary: false,
  orderBy: 'createdAt',
  ...more,
});

async function list(
  project: number,
  query: SessionListQuery,
): Promise<{ total: number; sessions: readonly Session[] }> {
  const { totalItems, sessions } = await reads.of(NAMES[project]).listSessions(query);
  return {
    total: totalItems,
    sessions: sessions.map(({ id, createdAt, environment }) => ({ id, createdAt, environment })),
  };
}

const rows: fc.Arbitrary<Row[]> = fc
  .array(
    fc.record({
      project: fc.constantFrom(0, 0, 1, 2),
      sessionId: fc.constantFrom('a', 'B', 'ä', '\u{1F600}', 'x'.repeat(500), null),
      environment: fc.constantFrom('default', 'staging', null),
      timestamp: fc.integer({ min: 0, max: 8 }).map((step) => BASE + step),
      part: fc.constantFrom(PART, PART - 1),
      userId: fc.constantFrom('ada', 'Bob', null),
      cost: fc.integer({ min: 0, max: 2 }),
      fails: fc.boolean(),
    }),
    { minLength: 10, maxLength: 25 },
  )
  .map((all) => all.map((fields, n) => ({ n: (n * 7919) % 1009, ...fields })));

const queries: fc.Arbitrary<SessionListQuery> = fc.record(
  {
    page: fc.integer({ min: 1, max: 3 }),
    limit: fc.integer({ min: 1, max: 4 }),
    summary: fc.boolean(),
    orderBy: fc.constantFrom(...SESSION_ORDERS),
    environments: fc.constantFrom([], [], ['default'], ['staging', 'default'], ['none']),
    userId: fc.constantFrom('ada', 'nobody'),
    from: fc.integer({ min: 0, max: 9 }).map((step) => BASE + step),
    before: fc.integer({ min: 0, max: 9 }).map((step) => BASE + step),
  },
  { requiredKeys: ['page', 'limit', 'environments', 'summary', 'orderBy'] },
);

/** The rule of the contract, in plain code. */
function expected(all: readonly Row[], project: number, query: SessionListQuery) {
  const { page, limit, environments, userId, from, before, orderBy } = query;
  const sessions = new Map<string, Row[]>();
  for (const row of all.toSorted((a, b) => a.timestamp - b.timestamp || a.n - b.n)) {
    if (row.project !== project || row.sessionId === null) continue;
    sessions.set(row.sessionId, [...(sessions.get(row.sessionId) ?? []), row]);
  }
  const matches = [...sessions]
    .map(([id, traces]) => {
      const [first, last] = [traces[0]!, traces.at(-1)!];
      const figures = {
        createdAt: first.timestamp,
        lastTimestamp: last.timestamp,
        totalCost: traces.reduce((sum, { cost = 0 }) => sum + cost, 0),
        failedTraceCount: traces.filter(({ fails }) => fails).length,
        traceCount: traces.length,
      };
      const at = figures[orderBy === 'createdAt' ? 'createdAt' : 'lastTimestamp'];
      return { id, first, at, figure: figures[orderBy], environment: first.environment ?? 'default' };
    })
    .filter(({ first }) => userId === undefined || first.userId === userId)
    .filter(({ at }) => (from === undefined || at >= from) && (before === undefined || at < before))
    .filter(({ environment }) => environments.length === 0 || environments.includes(environment))
    .sort((a, b) => b.figure - a.figure || b.at - a.at || Buffer.compare(Buffer.from(b.id), Buffer.from(a.id)))
    .map(({ id, first, environment }) => ({ id, createdAt: first.timestamp, environment }));
  return { total: matches.length, sessions: matches.slice((page - 1) * limit, page * limit) };
}

it('lists the sessions of a project in each order, with an exact total', async () => {
  for (const data of fc.sample(rows, { numRuns: 3, seed: 11 })) {
    await owner.query('delete from sluice.traces');
    await insert(data);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(0, 1, 2), queries, async (project, query) => {
        expect(await list(project, query)).toEqual(expected(data, project, query));
      }),
      { numRuns: 100 },
    );
  }
});

it('lists the same where a window has so many traces that all sessions are read', async () => {
  const many = Array.from({ length: 20_100 }, (_, n) => ({
    ...{ n, project: n % 50 === 0 ? 1 : 0, part: PART, environment: n % 3 === 0 ? 'staging' : null },
    ...{ sessionId: n % 7 === 0 ? null : `s${(n * 31) % 4000}`, timestamp: BASE + ((n * 7919) % 20_101) },
  }));
  await insert(many);
  await owner.query('analyze sluice.traces');
  for (const more of [
    { from: BASE },
    { from: BASE, before: BASE + 19_000 },
    { from: BASE + 1, environments: ['staging'] },
  ]) {
    for (const project of [0, 1]) {
      for (const page of [1, 3]) {
        const query = asked({ ...more, page });
        expect(await list(project, query)).toEqual(expected(many, project, query));
      }
    }
  }
});

it('begins a session with what is left of it above the floors', async () => {
  const trace = { project: 1, sessionId: 's', environment: null };
  await insert([
    { ...trace, n: 1, timestamp: BASE, part: PART - 1 },
    { ...trace, n: 2, timestamp: BASE + 5, part: PART },
  ]);
  await owner.query('update sluice.projects set part = $1 where id = 1', [PART]);
  for (const more of [{}, { from: BASE + 1 }]) {
    expect(await list(1, asked(more))).toMatchObject({ total: 1, sessions: [{ createdAt: BASE + 5 }] });
  }
  expect(await list(1, asked({ before: BASE + 1 }))).toEqual({ total: 0, sessions: [] });
  const detail = await reads.of('acme').getSession({ id: 's', include: { io: false, observations: false } });
  expect((await collect(detail?.traces)).map(({ trace: { id } }) => id)).toEqual([uuid(2)]);
});

describe('a session', () => {
  const include = { io: true, observations: false };
  const get = async (id = 's', project = 0, more: object = {}) => {
    const found = await reads.of(NAMES[project]).getSession({ id, include: { ...include, ...more } });
    return found && { ...found, items: await collect(found.traces) };
  };
  const traces = (count: number, project = 0): Row[] =>
    Array.from({ length: count }, (_, n) => ({
      ...{ n: n + 10_000 * project, project, sessionId: 's', environment: n === 0 ? 'first' : null, part: PART },
      timestamp: BASE + Math.floor(n / 3),
    }));

  it.each([1, 199, 200, 201, 1000])('has all of its %d traces, in order, each once', async (count) => {
    await insert([...traces(count), ...traces(count, 1)]);
    await owner.query(`insert into sluice.trace_io (part, trace_id, input) select part, id, '"in"' from sluice.traces`);
    await owner.query('update sluice.traces set has_io = true');
    const found = await get('s', 0, { summary: true });
    expect(found?.session).toEqual({ id: 's', createdAt: BASE, environment: 'first' });
    expect(found?.items.map(({ trace: { id } }) => id)).toEqual(traces(count).map(({ n }) => uuid(n)));
    for (const { io, summary } of found?.items ?? []) expect([io.input, summary?.input]).toEqual(['"in"', '"in"']);
    const ofAcme = (await get('s', 1))?.items.map(({ trace: { id } }) => id);
    expect(ofAcme).toEqual(traces(count, 1).map(({ n }) => uuid(n)));
  });

  it('is not there without a trace of it in the project', async () => {
    await insert(traces(1, 1));
    expect(await get()).toBeUndefined();
    expect(await get('S', 1)).toBeUndefined();
    expect(await get('s', 2)).toBeUndefined();
  });

  it.each([2, 300])('has another version where one of its %d traces is another, or is gone', async (count) => {
    await insert(traces(count));
    const version = async () => (await get())?.version;
    const before = await version();
    await insert(traces(1, 1)); // of a session of that id in another project
    expect(await version()).toBe(before);
    await owner.query(`update sluice.traces set name = 'new' where id = $1`, [uuid(1)]);
    const changed = await version();
    expect(changed).not.toBe(before);
    await owner.query('delete from sluice.traces where id = $1', [uuid(1)]);
    expect([before, changed]).not.toContain(await version());
  });
});
