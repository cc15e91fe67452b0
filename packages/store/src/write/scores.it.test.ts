import { type Score, type ScoreRecord, receiveStamp } from '@sluice/record';
import { HISTORY_START as NOW, testUuid as uuid } from '@sluice/testbed/samples';
import fc from 'fast-check';
import { type TestWriter, openWriter, storeNext, untilWriterWaits } from './writer.testing';

let writer: TestWriter;

beforeAll(() => {
  writer = openWriter({ now: NOW, maxConnections: 2 });
});
afterAll(() => writer.close());
beforeEach(() => writer.clear());

const read = async (text: string): Promise<unknown[]> => (await writer.owner.query<Record<string, unknown>>(text)).rows;

/** Score `n` of its id, received `n` microseconds after the first. */
function scoreOf(id: string, n: number, others: Partial<Score> = {}): Score {
  const stamp = receiveStamp(NOW + n, uuid(n));
  return { id, stamp, name: 'quality', timestamp: NOW, dataType: 'NUMERIC', value: n, source: 'API', ...others };
}

function recordOf(n: number, scores: readonly Score[], project?: string): ScoreRecord {
  return { kind: 'score', recordId: uuid(n), receivedAt: NOW + n, ...(project !== undefined && { project }), scores };
}

/** Texts of a score that may be absent, by their columns. */
const OPTIONAL = {
  sessionId: 'session_id',
  datasetRunId: 'dataset_run_id',
  configId: 'config_id',
  queueId: 'queue_id',
  authorUserId: 'author_user_id',
} as const;

const text = fc.constantFrom('a', 'b', 'ö" \\');
const sent = fc.record(
  {
    name: text,
    timestamp: fc.nat({ max: 5 }).map((n) => NOW - n * 1_000_000),
    value: fc.constantFrom<Pick<Score, 'dataType' | 'value' | 'stringValue'>>(
      { dataType: 'NUMERIC', value: -0.5 },
      { dataType: 'BOOLEAN', value: 1, stringValue: 'True' },
      { dataType: 'CATEGORICAL', value: 0, stringValue: 'good' },
      { dataType: 'TEXT', stringValue: 'fine' },
    ),
    trace: fc.constantFrom<Pick<Score, 'traceId' | 'sentTraceId'>>(
      { traceId: uuid(1) },
      { traceId: uuid(2), sentTraceId: 'two' },
    ),
    observation: fc.constantFrom<Pick<Score, 'observationId' | 'sentObservationId'>>(
      { observationId: uuid(3) },
      { observationId: uuid(4), sentObservationId: 'four' },
    ),
    comment: fc.option(text),
    metadata: fc.constantFrom('{"a":1}', '{"b":1.0}'),
    environment: fc.constantFrom('default', 'production'),
    ...(Object.fromEntries(Object.keys(OPTIONAL).map((name) => [name, text])) as Record<
      keyof typeof OPTIONAL,
      typeof text
    >),
  },
  { requiredKeys: ['name', 'timestamp', 'value'] },
);

type Sent = typeof sent extends fc.Arbitrary<infer Value> ? Value : never;

/** The row that scores of one id make, from their order alone: of each column the last value, of the time the first. */
function rowOf(scores: readonly Sent[], project: number): Record<string, unknown> {
  const row: Record<string, unknown> = { environment: 'default' };
  for (const name of [...Object.values(OPTIONAL), 'comment', 'metadata', 'trace', 'observation']) row[name] = null;
  for (const { value, trace, observation, environment, ...others } of scores) {
    Object.assign(row, {
      name: others.name,
      ...{ data_type: value.dataType, value: value.value ?? null, string_value: value.stringValue ?? null },
    });
    if (trace) row['trace'] = [project === 0 ? null : trace.traceId, trace.sentTraceId ?? null];
    if (observation) row['observation'] = [observation.observationId, observation.sentObservationId ?? null];
    if (environment === 'production') row['environment'] = environment;
    for (const name of ['comment', 'metadata'] as const) if (name in others) row[name] = others[name];
    for (const [name, column] of Object.entries(OPTIONAL)) {
      if (name in others) row[column] = others[name as keyof typeof OPTIONAL];
    }
  }
  return { ...row, seconds: ((scores[0] as Sent).timestamp - NOW) / 1e6 };
}

const ROWS = `select name, data_type, value, string_value, comment, metadata, environment,
    ${Object.values(OPTIONAL).join(', ')},
    case when trace_id is not null then jsonb_build_array(public_trace_id, sent_trace_id) end as trace,
    case when observation_id is not null then jsonb_build_array(observation_id, sent_observation_id) end as observation,
    (extract(epoch from "timestamp") - ${NOW / 1e6})::integer as seconds
  from sluice.scores order by project`;

test('scores of one id make one row, in any order and any batches, of each project', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(sent, { minLength: 1, maxLength: 5 }).chain((scores) =>
        fc.record({
          scores: fc.constant(scores),
          order: fc.shuffledSubarray([...scores.keys(), ...scores.keys()], { minLength: 2 * scores.length }),
          size: fc.integer({ min: 1, max: 4 }),
        }),
      ),
      async ({ scores, order, size }) => {
        await writer.clear();
        const records = order.flatMap((n) => {
          const { value, trace, observation, ...others } = scores[n] as Sent;
          const score = scoreOf('one', n + 1, {
            value: undefined as never,
            ...value,
            ...trace,
            ...observation,
            ...others,
          });
          return [recordOf(n + 1, [score]), recordOf(n + 1, [score], 'acme')];
        });
        const batches: ScoreRecord[][] = [];
        for (let at = 0; at < records.length; at += size) batches.push(records.slice(at, at + size));
        await writer.storeAll(batches);
        expect(await read(ROWS)).toEqual([rowOf(scores, 0), rowOf(scores, 1)]);
      },
    ),
    { numRuns: 60 },
  );
});

test('records that are stored again change nothing, and are counted as duplicates', async () => {
  const records = [
    recordOf(1, [scoreOf('a', 1, { comment: 'first' }), scoreOf('b', 2)]),
    recordOf(3, [scoreOf('a', 3, { comment: null })]),
    recordOf(4, [scoreOf('a', 4, { traceId: uuid(1) })]),
  ];
  const store = writer.newStore();
  const batch = async () => {
    const from = await store.position('t', 0);
    const deliveries = records.map((record, n) => ({ offset: from.nextOffset + n, record }));
    return store.store({ topic: 't', partition: 0, next: from.nextOffset + 3, deliveries, undecodable: [] }, from);
  };
  expect(await batch()).toEqual({ stored: 4, duplicate: 0, dead: 0 });
  const before = await read('select *, xmin from sluice.scores order by id');
  expect(await batch()).toEqual({ stored: 0, duplicate: 4, dead: 0 });
  expect(await read('select *, xmin from sluice.scores order by id')).toEqual(before);
});

test('an id is text: forms of one UUID, hex digits and equal ids of two projects are as many scores', async () => {
  const ids = [uuid(7), uuid(7).replaceAll('-', ''), '00112233445566ff', '00112233445566FF', 'ä/?#%😀'];
  await writer.storeAll([
    [
      recordOf(
        1,
        ids.map((id) => scoreOf(id, 1)),
      ),
      recordOf(
        2,
        ids.map((id) => scoreOf(id, 2)),
        'acme',
      ),
    ],
  ]);
  const ofProject = 'select sent_id from sluice.scores s join sluice.projects p on p.id = s.project where p.name =';
  for (const name of ['', 'acme']) {
    const rows = (await read(`${ofProject} '${name}'`)) as { sent_id: string }[];
    expect(rows.map(({ sent_id }) => sent_id).sort()).toEqual([...ids].sort());
  }
  expect(await read(`select count(*)::integer as keys from sluice.scores where id::text = '${uuid(7)}'`)).toEqual([
    { keys: 0 },
  ]);
});

test('a score that Postgres refuses becomes a dead letter alone', async () => {
  const store = writer.newStore();
  const from = await store.position('t', 0);
  const record = recordOf(1, [scoreOf('a', 1), scoreOf('b', 2, { comment: 'a\0' }), scoreOf('c', 3)]);
  const deliveries = [{ offset: from.nextOffset, record }];
  expect(
    await store.store({ topic: 't', partition: 0, next: from.nextOffset + 1, deliveries, undecodable: [] }, from),
  ).toEqual({ stored: 2, duplicate: 0, dead: 1 });
  expect(await read('select sent_id from sluice.scores order by 1')).toEqual([{ sent_id: 'a' }, { sent_id: 'c' }]);
  expect(await read('select item, sqlstate from sluice.ingest_dead_letter')).toEqual([{ item: 1, sqlstate: '22021' }]);
});

test('a score that another writer is inserting is merged with it', async () => {
  const other = await writer.owner.connect();
  try {
    await writer.storeAll([[recordOf(1, [scoreOf('a', 1, { comment: 'kept' })])]]);
    await other.query('create temporary table one as select * from sluice.scores; delete from sluice.scores');
    await other.query('begin; insert into sluice.scores select * from one');
    const store = writer.newStore();
    const storing = storeNext(store, [recordOf(2, [scoreOf('a', 2)])], 1).catch(String);
    await untilWriterWaits(writer.owner);
    await other.query('commit');
    expect(await storing).toContain('another writer');
    await storeNext(store, [recordOf(2, [scoreOf('a', 2)])], 1);
    expect(await read('select value, comment from sluice.scores')).toEqual([{ value: 2, comment: 'kept' }]);
  } finally {
    other.release(true);
  }
});

test('the day of a row is that of its last receipt, and never after now', async () => {
  const day = 86_400_000_000;
  await writer.storeAll([[{ ...recordOf(1, [scoreOf('a', 1)]), receivedAt: NOW - 2 * day }]]);
  await writer.storeAll([[{ ...recordOf(2, [scoreOf('a', 2)]), receivedAt: NOW - day }]]);
  await writer.storeAll([[{ ...recordOf(3, [scoreOf('a', 0)]), receivedAt: NOW - 3 * day }]]);
  await writer.storeAll([[{ ...recordOf(4, [scoreOf('b', 2)]), receivedAt: NOW + 5 * day }]]);
  const dayAt = (time: number) => new Date(time / 1000).toISOString().slice(0, 10);
  expect(await read('select sent_id, received_on::text from sluice.scores order by 1')).toEqual([
    { sent_id: 'a', received_on: dayAt(NOW - day) },
    { sent_id: 'b', received_on: dayAt(NOW) },
  ]);
});
