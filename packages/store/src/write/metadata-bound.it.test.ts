import { type JsonText, type TraceRecord, receiveStamp } from '@sluice/record';
import { HISTORY_START, summaryDisagreements, testDatabaseUrl, testUuid as uuid } from '@sluice/testkit';
import { Client, Pool } from 'pg';
import { writerPoolConfig } from './pool-config';
import { createPostgresStore } from './postgres-store';

const TRACE = uuid(1);
const OBSERVATION = uuid(2);

let owner: Pool;
let pool: Pool;
beforeAll(() => {
  owner = new Pool({ connectionString: testDatabaseUrl(), max: 1 });
  pool = new Pool(writerPoolConfig({ databaseUrl: testDatabaseUrl(), maxConnections: 1 }));
});
afterAll(async () => {
  await pool.end();
  await owner.end();
});
beforeEach(async () => {
  await owner.query(`delete from sluice.traces; delete from sluice.trace_io; delete from sluice.observations;
    delete from sluice.trace_usage; delete from sluice.daily_usage; delete from sluice.daily_traces;
    delete from sluice.ingest_offset; delete from sluice.ingest_dead_letter`);
});

type Metadata = ReadonlyMap<string, JsonText>;

/** The n-th record: metadata of the trace and of its one observation. */
function recordOf(n: number, { trace, observation }: { trace?: Metadata; observation?: Metadata }): TraceRecord {
  const receivedAt = HISTORY_START + n * 1000;
  const stamp = receiveStamp(receivedAt, uuid(10 + n));
  return {
    kind: 'trace',
    recordId: uuid(10 + n),
    receivedAt,
    traceId: TRACE,
    statements: trace === undefined ? [] : [{ stamp, fields: { metadata: trace } }],
    tags: [],
    observations: [{ id: OBSERVATION, counted: true, name: `n${n}`, ...(observation && { metadata: observation }) }],
  };
}

async function store(batches: readonly (readonly TraceRecord[])[]): Promise<void> {
  const written = createPostgresStore({
    pool,
    prices: { version: '', price: () => undefined },
    now: () => HISTORY_START,
  });
  for (const records of batches) {
    const from = await written.position('t', 0);
    const deliveries = records.map((record, index) => ({ offset: from.nextOffset + index, record }));
    const next = from.nextOffset + records.length;
    await written.store({ topic: 't', partition: 0, next, deliveries, undecodable: [] }, from);
  }
}

/** The members that are stored of the trace and of the observation, and the dead letters. */
async function stored() {
  const members = async (sql: string): Promise<number> => {
    const { rows } = await owner.query<{ metadata: string | null }>(sql);
    return Object.keys(JSON.parse(rows[0]?.metadata ?? '{}') as object).length;
  };
  const letters = await owner.query<object>(
    'select record_offset::int as at, item, sqlstate, message from sluice.ingest_dead_letter order by 1, 2',
  );
  return {
    trace: await members('select metadata from sluice.trace_io'),
    observation: await members('select metadata from sluice.observations'),
    letters: letters.rows,
  };
}

const membersOf = (from: number, count: number, value = '0'): Metadata =>
  new Map(Array.from({ length: count }, (_, index) => [`k${from + index}`, value]));

test.each([
  ['in batches of their own', (records: TraceRecord[]) => records.map((record) => [record])],
  ['in one batch', (records: TraceRecord[]) => [records]],
])('metadata does not grow beyond its bound: what would is a dead letter, %s', async (_how, batchesOf) => {
  await store(
    batchesOf([
      recordOf(0, { observation: membersOf(0, 10_000), trace: membersOf(0, 10) }),
      recordOf(1, { observation: membersOf(10_000, 10_000) }),
      recordOf(2, { observation: membersOf(20_000, 1), trace: membersOf(10, 10) }),
      recordOf(3, { observation: membersOf(5, 10_000, '1') }),
    ]),
  );
  expect(await stored()).toEqual({
    trace: 20,
    observation: 20_000,
    letters: [{ at: 2, item: 0, sqlstate: '54000', message: 'metadata would have more than 20000 members' }],
  });
  const { rows } = await owner.query('select name from sluice.observations');
  expect(rows).toEqual([{ name: 'n3' }]);
  expect(await summaryDisagreements(owner)).toEqual([]);
});

test('nor in characters, of the trace either', async () => {
  const large = (key: string): Metadata => new Map([[key, `"${'v'.repeat(8 * 2 ** 20)}"`]]);
  await store([
    [recordOf(0, { trace: large('a') })],
    [recordOf(1, { trace: large('b') })],
    [recordOf(2, { trace: large('c') })],
  ]);
  expect(await stored()).toMatchObject({
    trace: 2,
    letters: [{ at: 2, item: -1, message: 'metadata would have more than 18874368 characters' }],
  });
});

test('records of one trace that would each take it further are told apart at once, and what others say is stored', async () => {
  await store([[recordOf(0, { trace: membersOf(0, 10_000) })], [recordOf(1, { trace: membersOf(10_000, 9_990) })]]);
  const attempts = jest.spyOn(Client.prototype, 'query');
  const statementOnly = { ...recordOf(90, { trace: membersOf(40_000, 20) }), observations: [] };
  await store([
    [
      ...Array.from({ length: 40 }, (_, n) => recordOf(n + 2, { trace: membersOf(19_990 + n, 1) })),
      statementOnly,
      recordOf(91, { trace: membersOf(5, 1, '"new"') }),
    ],
  ]);
  const savepoints = attempts.mock.calls.filter(([query]) => (query as unknown) === 'savepoint attempt');
  expect(savepoints.length).toBe(2);
  const { trace, letters } = await stored();
  expect(trace).toBe(20_000);
  const message = 'metadata would have more than 20000 members';
  expect(letters).toEqual([
    ...Array.from({ length: 30 }, (_, n) => ({ at: n + 12, item: -1, sqlstate: '54000', message })),
    { at: 42, item: 0, sqlstate: '54000', message },
  ]);
  const { rows } = await owner.query('select name from sluice.observations');
  expect(rows).toEqual([{ name: 'n91' }]);
  const offsets = await owner.query('select stored::int, duplicate::int, dead::int from sluice.ingest_offset');
  expect(offsets.rows).toEqual([
    { stored: expect.any(Number) as unknown, duplicate: expect.any(Number) as unknown, dead: 1 },
  ]);
  expect(await summaryDisagreements(owner)).toEqual([]);
});
