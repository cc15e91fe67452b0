import { summaryDisagreements } from '@sluice/contracts';
import { type JsonText, type TraceRecord, receiveStamp } from '@sluice/record';
import { HISTORY_START, testUuid as uuid } from '@sluice/testbed/samples';
import { type TestWriter, openWriter } from './writer.testing';

const TRACE = uuid(1);
const OBSERVATION = uuid(2);

let writer: TestWriter;
beforeAll(() => {
  writer = openWriter();
});
afterAll(() => writer.close());
beforeEach(() => writer.clear());

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
    updates: trace === undefined ? [] : [{ stamp, fields: { metadata: trace } }],
    tags: [],
    observations: [{ id: OBSERVATION, counted: true, name: `n${n}`, ...(observation && { metadata: observation }) }],
  };
}

/** Reads the stored metadata of the trace and of the observation, and the dead letters. */
async function stored() {
  const metadata = async (sql: string): Promise<Record<string, unknown>> => {
    const { rows } = await writer.owner.query<{ metadata: string | null }>(sql);
    return JSON.parse(rows[0]?.metadata ?? '{}') as Record<string, unknown>;
  };
  const omittedApart = ({ 'sluice.omitted': omitted, ...members }: Record<string, unknown>) => ({ members, omitted });
  const letters = await writer.owner.query<object>(
    'select record_offset::int as at, message from sluice.ingest_dead_letter',
  );
  const names = await writer.owner.query<{ name: string }>('select name from sluice.observations');
  return {
    trace: omittedApart(await metadata('select metadata from sluice.trace_view')),
    observation: omittedApart(await metadata('select metadata from sluice.observation_view')),
    letters: letters.rows,
    names: names.rows.map(({ name }) => name),
  };
}

/** The rows as they are, but for the stamps, which are those of the last record with the same values. */
async function rows(): Promise<unknown> {
  const all = await Promise.all([
    writer.owner.query('select metadata from sluice.trace_view'),
    writer.owner.query('select metadata, name, updated_at from sluice.observation_view'),
    writer.owner.query('select updated_at from sluice.traces'),
  ]);
  return all.map((each) => each.rows as unknown);
}

const membersOf = (from: number, count: number, value = '0'): Metadata =>
  new Map(Array.from({ length: count }, (_, index) => [`k${from + index}`, value]));

const WAYS = [
  ['in batches of their own', (records: TraceRecord[]) => records.map((record) => [record])],
  ['in one batch', (records: TraceRecord[]) => [records]],
] as const;

test.each(WAYS)(
  'of updates beyond the bound of metadata all is stored but what is over it, %s',
  async (_how, batchesOf) => {
    await writer.storeAll(
      batchesOf([
        recordOf(0, { observation: membersOf(0, 10_000), trace: membersOf(0, 10) }),
        recordOf(1, { observation: membersOf(10_000, 9_990) }),
        recordOf(2, { observation: membersOf(30_000, 15), trace: membersOf(10, 10) }),
        recordOf(3, { observation: membersOf(5, 10_000, '1'), trace: membersOf(0, 21_000, '1') }),
      ]),
    );
    const { trace, observation, letters, names } = await stored();
    expect({ letters, names }).toEqual({ letters: [], names: ['n3'] });
    expect(Object.keys(observation.members).length).toBe(20_000);
    expect(observation.members).toMatchObject({ k4: 0, k5: 1, k10004: 1, k10005: 0, k30009: 0 });
    expect(observation.omitted).toEqual({ count: 5, names: membersNamed(30_010, 5) });
    expect(Object.keys(trace.members).length).toBe(20_000);
    expect(trace.omitted).toEqual({ count: 1_000, names: membersNamed(20_000, 20) });
    expect(await summaryDisagreements(writer.owner)).toEqual([]);
  },
);

test.each(WAYS)('what is sent again changes nothing, %s', async (_how, batchesOf) => {
  const sent = { observation: membersOf(0, 20_030), trace: membersOf(15_000, 10_000) };
  await writer.storeAll(batchesOf([recordOf(0, { trace: membersOf(0, 15_000) }), recordOf(1, sent)]));
  const before = await rows();
  expect((await stored()).trace.omitted).toEqual({ count: 5_000, names: membersNamed(20_000, 20) });
  await writer.storeAll(batchesOf([recordOf(2, sent), recordOf(3, sent)]).map((batch) => batch.map(namedAs('n1'))));
  expect(await rows()).toEqual(before);
  const { rows: counts } = await writer.owner.query('select dead::int, duplicate::int from sluice.ingest_offset');
  expect(counts).toEqual([{ dead: 0, duplicate: expect.any(Number) as number }]);
});

test('one record that says more than the bound is stored up to it', async () => {
  await writer.storeAll([[recordOf(0, { trace: membersOf(0, 30_000), observation: membersOf(0, 30_000) })]]);
  const { trace, observation, letters } = await stored();
  expect(letters).toEqual([]);
  for (const { members, omitted } of [trace, observation]) {
    expect(Object.keys(members).length).toBe(20_000);
    expect(omitted).toEqual({ count: 10_000, names: membersNamed(20_000, 20) });
  }
});

test('a record beside one that the database refuses is stored up to the bound, too', async () => {
  const refused = recordOf(2, { trace: membersOf(40_000, 1) });
  await writer.storeAll([
    [
      recordOf(0, { trace: membersOf(0, 19_999) }),
      recordOf(1, { trace: membersOf(30_000, 2) }),
      { ...refused, observations: refused.observations.map((each) => ({ ...each, name: '\0' })) },
    ],
  ]);
  const { trace, letters, names } = await stored();
  expect(Object.keys(trace.members).length).toBe(20_000);
  expect(trace.omitted).toEqual({ count: 2, names: ['k30001', 'k40000'] });
  expect(letters).toEqual([{ at: 2, message: expect.any(String) as string }]);
  expect(names).toEqual(['n1']);
});

const membersNamed = (from: number, count: number): string[] => [...membersOf(from, count).keys()];

/** The record with observations of another name. */
const namedAs =
  (name: string) =>
  (record: TraceRecord): TraceRecord => ({
    ...record,
    observations: record.observations.map((each) => ({ ...each, name })),
  });
