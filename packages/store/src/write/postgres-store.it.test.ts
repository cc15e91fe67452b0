import { summaryDisagreements } from '@sluice/contracts';
import { type PriceTable, byEitherModel } from '@sluice/pricing';
import { type MetricRecord, type SluiceRecord, type TraceRecord, decodeRecord, receiveStamp } from '@sluice/record';
import { HISTORY_START as NOW, deliveryOf, testUuid as uuid, traceHistory } from '@sluice/testbed/samples';
import fc from 'fast-check';
import { OffsetConflictError } from './port';
import { type TestWriter, openWriter } from './writer.testing';

const DAY = 86_400_000_000;

/** A cent a token of one model, two of another one, so that cost follows models and tokens. */
const CENTS = new Map([
  ['priced', 1],
  ['dear', 2],
]);
const prices: PriceTable = byEitherModel('test@1', ({ model, buckets }) => {
  const tokens = Object.values(buckets).reduce((sum, count) => sum + count, 0);
  const cents = CENTS.get(model);
  return cents === undefined ? undefined : { input: 0, output: 0, total: (tokens * cents) / 100 };
});

let writer: TestWriter;
let owner: TestWriter['owner'];
let storeAll: TestWriter['storeAll'];
let newStore: TestWriter['newStore'];
let clear: TestWriter['clear'];

beforeAll(() => {
  writer = openWriter({ prices, maxConnections: 4 });
  ({ owner, storeAll, newStore, clear } = writer);
});
afterAll(() => writer.close());
beforeEach(() => clear());

function traceRecord(n: number, fields: Partial<TraceRecord> & { traceId: string }): TraceRecord {
  return {
    kind: 'trace',
    recordId: uuid(n),
    receivedAt: NOW + n * 1000,
    updates: [],
    tags: [],
    observations: [],
    ...fields,
  };
}

/** All rows as JSON without what may depend on the order of processing (where it is kept, when it was last changed). */
async function dump(): Promise<{ traces: Record<string, unknown>[]; observations: Record<string, unknown>[] }> {
  const read = async (table: string, order: string) => {
    const { rows } = await owner.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(x) - 'part' - 'updated_at' as row from ${table} x order by ${order}`,
    );
    return rows.map(({ row }) => {
      const sorted = (text: unknown) => (typeof text === 'string' ? (JSON.parse(text) as unknown) : text);
      const stamps =
        typeof row['stamps'] === 'string' ? new Map(JSON.parse(row['stamps']) as [string, string][]) : null;
      return { ...row, metadata: sorted(row['metadata']), usage_details: sorted(row['usage_details']), stamps };
    });
  };
  const traces = await read(
    '(select t.*, io.input, io.output, io.metadata from sluice.traces t left join sluice.trace_io io on io.trace_id = t.id)',
    'id',
  );
  return { traces, observations: await read('sluice.observations', 'trace_id, id') };
}

test('any order and any split of the same records, redeliveries included, ends in the same rows', async () => {
  await fc.assert(
    fc.asyncProperty(
      traceHistory.chain((records) => fc.tuple(deliveryOf(records), fc.constant([records]))),
      async ([batches, atOnce]) => {
        await clear();
        await storeAll(atOnce);
        const expected = await dump();
        expect(await summaryDisagreements(owner)).toEqual([]);
        await clear();
        await storeAll(batches);
        expect(await dump()).toEqual(expected);
        expect(await summaryDisagreements(owner)).toEqual([]);
      },
    ),
    { numRuns: 60 },
  );
});

test('a record of a kind that has no store fails its batch and is not counted as stored', async () => {
  const stranger = { ...traceRecord(1, { traceId: uuid(1) }), kind: 'stranger', points: [] } as unknown as SluiceRecord;
  await expect(storeAll([[stranger]])).rejects.toThrow('no store for records of the kind stranger');
  expect(await newStore().position('t', 0)).toEqual({ epoch: 0, nextOffset: 0 });
});

test('of two values the one received later wins, field by field', async () => {
  await fc.assert(
    fc.asyncProperty(
      traceHistory.chain((records) => fc.tuple(fc.constant(records), deliveryOf(records))),
      async ([records, batches]) => {
        await clear();
        await storeAll(batches);
        const { observations } = await dump();
        const oracle = new Map<string, { name: string | null; model: string | null; input: string | null }>();
        for (const each of records) {
          for (const o of each.observations) {
            const key = each.traceId + o.id;
            const row = oracle.get(key) ?? { name: null, model: null, input: null };
            oracle.set(key, { name: o.name ?? row.name, model: o.model ?? row.model, input: o.input ?? row.input });
          }
        }
        const stored = observations.map((o) => [
          `${String(o['trace_id'])}${String(o['id'])}`,
          { name: o['name'], model: o['model'], input: o['input'] },
        ]);
        expect(new Map(stored as [string, unknown][])).toEqual(oracle);
      },
    ),
    { numRuns: 30 },
  );
});

test('two connections that update one observation and one trace at once leave sums that equal a recomputation', async () => {
  const traceId = uuid(1);
  const update = (n: number) =>
    traceRecord(n, {
      traceId,
      tags: [`tag ${n % 3}`],
      updates: [
        {
          stamp: receiveStamp(NOW + n * 1000, uuid(n)),
          fields: { name: `name ${n}`, metadata: new Map([[`k${n % 5}`, `${n}`]]) },
        },
      ],
      observations: [
        {
          id: uuid(7),
          model: n % 2 === 0 ? 'priced' : 'free',
          startTime: NOW - (n % 3) * DAY,
          usage: { input: { input: n } },
          counted: true,
        },
      ],
    });
  const writer = async (partition: number) => {
    const batches = Array.from({ length: 500 }, (_, n) => [update(2 * n + partition)]);
    await storeAll(batches, partition);
  };
  await Promise.all([writer(0), writer(1)]);
  expect(await summaryDisagreements(owner)).toEqual([]);
  const { traces, observations } = await dump();
  expect(observations).toMatchObject([{ input_tokens: 999, model: 'free' }]);
  expect(traces).toMatchObject([{ name: 'name 999', total_tokens: 999 }]);
});

test('sending the same body again changes nothing, not even updatedAt', async () => {
  // A usage type may have any name, including that of an object's prototype.
  const usage = { input: { input: 1 }, other: JSON.parse('{"__proto__":3}') as Record<string, number> };
  const body = {
    traceId: uuid(1),
    tags: ['a'],
    observations: [{ id: uuid(2), name: 'n', usage, counted: true, metadata: new Map([['k', '1']]) }],
  };
  const sent = (n: number) =>
    traceRecord(n, { ...body, updates: [{ stamp: receiveStamp(NOW + n * 1000, uuid(n)), fields: { name: 'x' } }] });
  await storeAll([[sent(1)]]);
  const read = async () =>
    (
      await owner.query(
        'select to_json(t) - $1 as t, to_json(o) - $1 as o from (select to_jsonb(t) t from sluice.traces t) t, (select to_jsonb(o) o from sluice.observations o) o'
          .replaceAll('to_json(t) - $1', "t.t - 'stamp' - 'stamps'")
          .replaceAll('to_json(o) - $1', "o.o - 'stamp' - 'stamps'"),
      )
    ).rows as unknown[];
  const before = await read();
  await storeAll([[sent(2)]]);
  expect(await read()).toEqual(before);
  const { rows } = await owner.query('select stored, duplicate, dead from sluice.ingest_offset');
  expect(rows).toEqual([{ stored: '1', duplicate: '1', dead: '0' }]);
});

describe('the fence', () => {
  test('refuses a batch that is already stored and leaves nothing of it behind', async () => {
    const store = newStore();
    const from = await store.position('t', 0);
    const batch = {
      topic: 't',
      partition: 0,
      next: 1,
      deliveries: [{ offset: 0, record: traceRecord(1, { traceId: uuid(1) }) }],
      undecodable: [],
    };
    await store.store(batch, from);
    const other = { ...batch, deliveries: [{ offset: 0, record: traceRecord(2, { traceId: uuid(2) }) }] };
    await expect(store.store(other, from)).rejects.toThrow(OffsetConflictError);
    expect((await dump()).traces).toHaveLength(1);
    expect(await store.position('t', 0)).toEqual({ epoch: 0, nextOffset: 1 });
  });

  test('lets exactly one of two writers of the same batch through', async () => {
    const stores = [newStore(), newStore()];
    const batch = {
      topic: 't',
      partition: 0,
      next: 1,
      deliveries: [
        { offset: 0, record: traceRecord(1, { traceId: uuid(1), observations: [{ id: uuid(2), counted: true }] }) },
      ],
      undecodable: [],
    };
    await stores[0]?.position('t', 0);
    const results = await Promise.allSettled(stores.map((store) => store.store(batch, { epoch: 0, nextOffset: 0 })));
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await summaryDisagreements(owner)).toEqual([]);
  });
});

test('bytes that are no record are kept whole, and what they hold nothing of is passed', async () => {
  const store = newStore();
  const from = await store.position('t', 0);
  const bytes = Uint8Array.of(255, 0, 1);
  const unreadable = { offset: 1, bytes, reason: 'the bytes are not a record', items: 3, receivedAt: NOW };
  const outcome = await store.store(
    {
      topic: 't',
      partition: 0,
      next: 9,
      deliveries: [{ offset: 4, record: traceRecord(1, { traceId: uuid(1) }) }],
      undecodable: [
        { ...unreadable, recordId: uuid(7) },
        { ...unreadable, offset: 2, recordId: 'no uuid', items: 1 },
      ],
    },
    from,
  );
  expect(outcome).toEqual({ stored: 1, duplicate: 0, dead: 4 });
  expect(await store.position('t', 0)).toEqual({ epoch: 0, nextOffset: 9 });
  const { rows } = await owner.query(
    'select record_offset::int as at, item, record_id as id, message, record from sluice.ingest_dead_letter order by 1',
  );
  const kept = { item: 0, message: 'the bytes are not a record', record: Buffer.from(bytes) };
  expect(rows).toEqual([
    { at: 1, id: uuid(7), ...kept },
    { at: 2, id: '00000000-0000-0000-0000-000000000000', ...kept },
  ]);
});

describe('an item that Postgres refuses', () => {
  beforeAll(async () => {
    await owner.query(`
      create function refuse() returns trigger language plpgsql as $$ begin
        if new.name = 'poison' then raise exception 'refused by a test'; end if; return new; end $$;
      create trigger refuse before insert or update on sluice.observations for each row execute function refuse();
      create function refuse_point() returns trigger language plpgsql as $$ begin
        if new.value = 666 then raise exception 'refused by a test'; end if; return new; end $$;
      create trigger refuse_point before insert on sluice.metric_points for each row execute function refuse_point();`);
  });
  afterAll(async () => {
    await owner.query('drop trigger refuse on sluice.observations; drop trigger refuse_point on sluice.metric_points');
  });

  test('becomes a dead letter alone, in the same transaction as the other 149 of its batch', async () => {
    const records = Array.from({ length: 50 }, (_, n) =>
      traceRecord(n + 1, {
        traceId: uuid(n + 1),
        updates: [{ stamp: receiveStamp(NOW, uuid(n)), fields: { name: `trace ${n}` } }],
        observations: [1, 2, 3].map((o) => ({
          id: uuid(o),
          name: n === 30 && o === 2 ? 'poison' : 'good',
          counted: true,
        })),
      }),
    );
    await storeAll([records]);
    const { traces, observations } = await dump();
    expect([traces.length, observations.length]).toEqual([50, 149]);
    expect(await summaryDisagreements(owner)).toEqual([]);
    const letters = await owner.query(
      'select record_offset::int, item, sqlstate, message, record from sluice.ingest_dead_letter',
    );
    expect(letters.rows).toMatchObject([
      { record_offset: 30, item: 1, sqlstate: 'P0001', message: 'refused by a test' },
    ]);
    const [letter] = letters.rows as { record: Buffer }[];
    expect(decodeRecord(letter?.record ?? Buffer.alloc(0))).toMatchObject({
      traceId: uuid(31),
      observations: [{ name: 'poison' }],
    });
    const { rows } = await owner.query('select next_offset, stored, duplicate, dead from sluice.ingest_offset');
    expect(rows).toEqual([{ next_offset: '50', stored: '149', duplicate: '0', dead: '1' }]);
  });

  test('does not change the order in which the shared daily rows are locked', async () => {
    // The same traces again: those of another trace may be in another shard.
    const dayOfModel = (n: number, trace: number, model: string) =>
      traceRecord(n, { traceId: uuid(trace), observations: [{ id: uuid(n), name: model, model, counted: true }] });
    await storeAll([[dayOfModel(1, 1, 'a'), dayOfModel(2, 2, 'z')]]);
    const other = await owner.connect();
    try {
      await other.query(`begin; select from sluice.daily_usage where model = 'z' for update`);
      // The halves are stored in their order, z before a.
      const stored = storeAll([[dayOfModel(3, 2, 'z'), dayOfModel(4, 3, 'poison'), dayOfModel(5, 1, 'a')]], 1);
      await writer.untilWaiting();
      const free = await owner.query(`select model from sluice.daily_usage where model = 'a' for update skip locked`);
      expect(free.rows).toEqual([]);
      await other.query('rollback');
      await stored;
      expect(await summaryDisagreements(owner)).toEqual([]);
    } finally {
      await other.query('rollback');
      other.release();
    }
  });

  test('of a metric record is left out, and the other points of the record are stored once', async () => {
    const point = (value: number) => ({ name: 'm', labels: new Map([['a', 'b']]), value, timestamp: NOW });
    const metric: MetricRecord = {
      kind: 'metric',
      recordId: uuid(5),
      receivedAt: NOW,
      points: [1, 666, 2, 3].map(point),
    };
    await storeAll([[metric, { ...metric }]]);
    const { rows } = await owner.query('select value from sluice.metric_points order by value');
    expect(rows).toEqual([{ value: 1 }, { value: 2 }, { value: 3 }]);
    const ledger = await owner.query('select stored, duplicate, dead from sluice.ingest_offset');
    expect(ledger.rows).toEqual([{ stored: '3', duplicate: '4', dead: '1' }]);
  });
});

describe('metric points', () => {
  const metric = (n: number, points: MetricRecord['points']): MetricRecord => ({
    kind: 'metric',
    recordId: uuid(n),
    receivedAt: NOW,
    points,
  });
  const point = (timestamp: number) => ({
    name: 'm',
    labels: new Map([
      ['b', '2'],
      ['a', '1'],
    ]),
    value: 1,
    timestamp,
  });

  test('are stored once for one record id, whatever is delivered again', async () => {
    await storeAll([
      [metric(1, [point(NOW), point(NOW)])],
      [metric(1, [point(NOW), point(NOW)])],
      [metric(2, [point(NOW)])],
    ]);
    const { rows } = await owner.query(
      'select count(*)::int as points, count(distinct series_id)::int as series from sluice.metric_points',
    );
    expect(rows).toEqual([{ points: 3, series: 1 }]);
  });

  test('of the distant past and of tomorrow have a partition', async () => {
    await storeAll([[metric(1, [point(0), point(NOW + DAY), point(NOW - 400 * DAY)])]]);
    const { rows } = await owner.query('select count(*)::int as points from sluice.metric_points');
    expect(rows).toEqual([{ points: 3 }]);
  });
});
