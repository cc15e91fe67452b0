import { eventually } from '@sluice/testbed/machine';
import { createReadStore } from './postgres-store';
import { type TestReader, openReader } from './reader.testing';

let reader: TestReader;
beforeAll(() => (reader = openReader({ maxConnections: 5 })));
afterAll(() => reader.close());

const NOWHERE = { topic: 'none', partition: 0, offset: -1 };
const FILTER = { from: 0, before: 1, tags: [], environments: [] };
const list = (store = reader.store) =>
  store.listTraces({
    filter: FILTER,
    page: 1,
    limit: 1,
    order: { field: 'timestamp', direction: 'desc' },
    include: { io: false, observations: false, summary: false },
  });
const histogram = (length = 1) => reader.store.traceHistogram({ filter: FILTER, from: 0, width: 1000, length });

/** While statements on these tables wait. @returns how many connections the work took, and what it had besides */
async function whileLocked(
  work: () => readonly Promise<unknown>[],
  besides: () => Promise<unknown>,
  { owner, pool } = reader,
): Promise<number> {
  const client = await owner.connect();
  const busy = (): number => pool.totalCount - pool.idleCount;
  await client.query('begin');
  await client.query('lock table sluice.traces, sluice.ingest_offset in access exclusive mode');
  const all = Promise.all(work());
  try {
    await eventually(
      () => Promise.resolve(busy()),
      (now) => now > 1,
    );
    await besides();
    return busy();
  } finally {
    await client.query('rollback');
    client.release();
    await all;
  }
}

const times = (count: number, read: () => Promise<unknown>) => () => Array.from({ length: count }, read);

it('leaves connections to other projects, and to who asks whether the database answers, however much one asks for', async () => {
  const besides = async (): Promise<void> => {
    await reader.reads.of('acme').metricNames();
    await reader.reads.check();
  };
  expect(
    await whileLocked(
      times(12, () => list()),
      besides,
    ),
  ).toBe(4);
});

it('leaves a connection to a third project, however much two others ask for', async () => {
  const other = openReader({ maxConnections: 10 });
  const acme = other.reads.of('acme');
  const both = () => [...times(12, () => list(other.store))(), ...times(12, () => acme.areStored([NOWHERE]))()];
  try {
    expect(await whileLocked(both, () => other.reads.of('beta').metricNames(), other)).toBe(9);
  } finally {
    await other.close();
  }
});

it('gives waiting projects their turns, and not first all those that came first', async () => {
  const order: string[] = [];
  const read = async (project: string) => {
    await reader.reads.of(project).areStored([NOWHERE]);
    order.push(project);
  };
  const work = () => [...['acme', 'beta', 'beta'].flatMap((name) => times(12, () => read(name))()), read('gamma')];
  await whileLocked(work, () => Promise.resolve());
  // It begins third. In the order of the calls 32 of the 36 others would have ended before it, as five are read at a time.
  expect(order.indexOf('gamma')).toBeLessThan(24);
});

it('ends a read whose statements together take too long, though each is within its limit', async () => {
  const slow = createReadStore({ pool: reader.pool, probe: reader.pool, timeoutMs: 300 });
  await whileLocked(
    () => [reader.store.areStored([NOWHERE]), list()],
    () => expect(slow.of('gamma').areStored([NOWHERE])).rejects.toThrow('the query did not finish in time'),
  );
});

it('leaves connections to the other reads of a project, however many long ones it has', async () => {
  expect(
    await whileLocked(
      times(12, () => histogram()),
      () => reader.store.metricNames(),
    ),
  ).toBe(2);
});

it('leaves connections to others, however many receipts one asks for', async () => {
  const missing = () => reader.store.areStored([NOWHERE]);
  expect(await whileLocked(times(12, missing), () => reader.reads.of('acme').metricNames())).toBe(2);
});

it('gives each of the reads its turn, also after one that has failed', async () => {
  const bad = () => expect(histogram(NaN)).rejects.toThrow();
  await Promise.all([...times(6, bad)(), ...times(6, () => histogram())()]);
  await Promise.all(times(6, () => histogram())());
});
