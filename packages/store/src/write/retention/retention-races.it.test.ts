import { testUuid as uuid } from '@sluice/samples';
import { DAY, HOUR, NOW, partOf, tenDays, traceReceived, useDatabase } from './retention.testing';

const database = useDatabase();

const TRACES = 60;
const WRITERS = 3;

test('of late spans that come while their traces expire none is lost that came after, and all sums are right', async () => {
  const { newStore, send, run, column, expectAgreement } = database;
  await send(tenDays(4));
  // Each trace gets its late spans from one writer, so that they are stored in the order of their numbers.
  const sent = new Map<string, string[]>();
  let stopped = false;
  const writer = async (number: number): Promise<void> => {
    const store = newStore();
    // One trace in four has its turn; at the end all have one more.
    for (let [n, left] = [10, 4]; left > 0; n += 1) {
      if (stopped) left -= 1;
      const records = [];
      for (let trace = number + 1; trace <= TRACES; trace += WRITERS) {
        if ((n + trace) % 4 !== 0) continue;
        records.push(traceReceived(trace, NOW, [n]));
        sent.set(uuid(trace), [...(sent.get(uuid(trace)) ?? []), uuid(n)]);
      }
      await send(records, store, number);
    }
  };
  const writers = Promise.all(Array.from({ length: WRITERS }, (_, number) => writer(number)));
  try {
    for (let days = 9.5; days >= 2; days -= 0.25) await run(days);
  } finally {
    stopped = true;
    await writers;
  }

  await expectAgreement(partOf(NOW - 2 * DAY));
  const stored = await database.owner.query<{ id: string; part: number; spans: string[] }>(
    `select t.id, t.part, array(select o.id::text from sluice.observations o where o.part = t.part and o.trace_id = t.id
       and o.id >= $1 order by o.id) as spans
     from sluice.traces t`,
    [uuid(10)],
  );
  const renewed = stored.rows.filter(({ part }) => part === partOf(NOW));
  expect(renewed.length).toBeGreaterThan(30);
  for (const { id, part, spans } of stored.rows) {
    const all = sent.get(id) ?? [];
    // What came before a trace expired has gone with it; from the first span that came after, all are there.
    expect([id, spans]).toEqual([id, part === partOf(NOW) ? all.slice(-spans.length) : all]);
  }
  expect(await column('select count(*)::int from sluice.traces')).toEqual([TRACES]);
});

test('records with expired receipts that come while their parts are closed leave nothing below the floor', async () => {
  const { newStore, send, run, column, expectAgreement } = database;
  let stopped = false;
  let n = 0;
  const writer = async (number: number): Promise<void> => {
    const store = newStore();
    while (!stopped) {
      n += 1;
      await send([traceReceived(n, NOW - 8 * DAY + (n % 96) * HOUR, [1])], store, number);
    }
  };
  const writers = Promise.all(Array.from({ length: WRITERS }, (_, number) => writer(number)));
  try {
    for (let days = 8; days >= 4; days -= 1 / 24) {
      await run(days);
      await expectAgreementDespiteWriters(partOf(NOW - days * DAY));
    }
  } finally {
    stopped = true;
    await writers;
  }
  await expectAgreement(partOf(NOW - 4 * DAY));
  expect(n).toBeGreaterThan(100);

  /** Each of them in one statement, hence of one moment. */
  async function expectAgreementDespiteWriters(floor: number): Promise<void> {
    expect([
      await column(
        'select coalesce((select sum(traces) from sluice.daily_traces), 0)::int - count(*)::int from sluice.traces',
      ),
      await column('select count(*)::int from sluice.traces t join sluice.retention_floor f on t.part < f.part'),
      await column('select pin_from from sluice.retention_floor'),
    ]).toEqual([[0], [0], [floor]]);
  }
});
