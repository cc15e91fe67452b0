import { eventually } from '@sluice/testbed/machine';
import type { TraceRecord } from '@sluice/record';
import { testUuid as uuid } from '@sluice/testbed/samples';
import { DAY, HOUR, NOW, partOf, tenDays, traceReceived, useDatabase } from './retention.testing';

const database = useDatabase();

const TRACES = 60;
const WRITERS = 3;

describe.each([
  ['of all projects', undefined],
  ['of one project', 'acme'],
])('while traces %s expire', (_, project) => {
  const expire = (days: number) =>
    project === undefined ? database.run(days) : database.run(undefined, { daysOf: { [project]: days } });
  const ofProject = (record: TraceRecord): TraceRecord => (project === undefined ? record : { ...record, project });

  test('no late span is lost that came after its trace had expired, and all sums are right', async () => {
    const { newStore, send, column, expectAgreement } = database;
    await send(tenDays(4).map(ofProject));
    /** Receipt time before which a completed run has removed everything. */
    let expired = 0;
    // A trace gets its late spans from one writer, so that they are stored in the order of their numbers.
    const sent = new Map<string, { id: string; isAfter: boolean }[]>();
    let stopped = false;
    const writer = async (number: number): Promise<void> => {
      const store = newStore();
      // A quarter of the traces in each batch; at the end all have one more.
      for (let [n, left] = [10, 4]; left > 0; n += 1) {
        if (stopped) left -= 1;
        const records = [];
        for (let trace = number + 1; trace <= TRACES; trace += WRITERS) {
          if ((n + trace) % 4 !== 0) continue;
          records.push(ofProject(traceReceived(trace, NOW, [n])));
          const isAfter = partOf(NOW - trace * 4 * HOUR) < partOf(expired);
          sent.set(uuid(trace), [...(sent.get(uuid(trace)) ?? []), { id: uuid(n), isAfter }]);
        }
        await send(records, store, number);
      }
    };
    const writers = Promise.all(Array.from({ length: WRITERS }, (_each, number) => writer(number)));
    try {
      for (let days = 9.5; days >= 2; days -= 0.25) {
        await expire(days);
        expired = NOW - days * DAY;
      }
    } finally {
      stopped = true;
      await writers;
    }
    while (!(await expire(2)).complete);

    await expectAgreement(partOf(NOW - 2 * DAY), project);
    const stored = await database.owner.query<{ id: string; part: number; spans: string[] }>(
      `select coalesce(t.public_id, t.id) as id, t.part,
         array(select o.id::text from sluice.observations o where o.part = t.part and o.trace_id = t.id and o.id >= $1 order by o.id) as spans
       from sluice.traces t`,
      [uuid(10)],
    );
    const renewed = stored.rows.filter(({ part }) => part === partOf(NOW));
    expect(renewed.length).toBeGreaterThan(30);
    for (const { id, part, spans } of stored.rows) {
      const all = sent.get(id) ?? [];
      const ids = all.map((span) => span.id);
      // Spans stored before a trace expired are removed with it; from the first later span on, all exist.
      expect([id, spans]).toEqual([id, part === partOf(NOW) ? ids.slice(-spans.length) : ids]);
      expect(spans.length).toBeGreaterThanOrEqual(all.filter(({ isAfter }) => isAfter).length);
    }
    expect(await column('select count(*)::int from sluice.traces')).toEqual([TRACES]);
  });
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
    await eventually(() => n > 100);
  } finally {
    stopped = true;
    await writers;
  }
  await expectAgreement(partOf(NOW - 4 * DAY));
  expect(n).toBeGreaterThan(100);

  /** Compares sums and rows, each pair in one statement and thus in one snapshot. */
  async function expectAgreementDespiteWriters(floor: number): Promise<void> {
    expect([
      await column(
        'select coalesce((select sum(traces) from sluice.daily_traces), 0)::int - count(*)::int from sluice.traces',
      ),
      await column('select count(*)::int from sluice.traces t join sluice.retention_floor f on t.part < f.part'),
      await column('select closed_below from sluice.retention_floor'),
    ]).toEqual([[0], [0], [floor]]);
  }
});
