import type { PriceTable } from '@sluice/pricing';
import {
  type MetricRecord,
  type Observation,
  type SluiceRecord,
  type TraceRecord,
  decodeRecord,
  receiveStamp,
  spanStamp,
} from '@sluice/record';
import { testDatabaseUrl } from '@sluice/testkit';
import fc from 'fast-check';
import { Pool } from 'pg';
import { writerPoolConfig } from './pool-config';
import { OffsetConflictError } from './port';
import { createPostgresStore } from './postgres-store';

const NOW = Date.UTC(2026, 10, 20, 12) * 1000;
const DAY = 86_400_000_000;

/** One cent a token for the one model that has a price, so that cost follows model and tokens. */
const prices: PriceTable = {
  version: 'test@1',
  price: ({ model, buckets }) => {
    const tokens = Object.values(buckets).reduce((sum, count) => sum + count, 0);
    return model === 'priced' ? { input: 0, output: 0, total: tokens / 100 } : undefined;
  },
};

let owner: Pool;
let pool: Pool;

beforeAll(() => {
  owner = new Pool({ connectionString: testDatabaseUrl(), max: 2 });
  pool = new Pool(writerPoolConfig({ databaseUrl: testDatabaseUrl(), maxConnections: 4 }));
});
afterAll(async () => {
  await pool.end();
  await owner.end();
});
beforeEach(clear);

async function clear(): Promise<void> {
  await owner.query(`truncate sluice.traces, sluice.trace_io, sluice.observations, sluice.trace_usage, sluice.daily_usage,
    sluice.daily_traces, sluice.metric_series, sluice.metric_points, sluice.metric_receipts, sluice.ingest_offset,
    sluice.ingest_dead_letter`);
}

const newStore = () => createPostgresStore({ pool, prices, now: () => NOW });

/** Stores batches one after the other in one partition. */
async function storeAll(batches: readonly (readonly SluiceRecord[])[], partition = 0): Promise<void> {
  const store = newStore();
  for (const records of batches) {
    const from = await store.position('t', partition);
    const deliveries = records.map((record, index) => ({ offset: from.nextOffset + index, record }));
    await store.store({ topic: 't', partition, deliveries }, from);
  }
}

const uuid = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

function traceRecord(n: number, fields: Partial<TraceRecord> & { traceId: string }): TraceRecord {
  return {
    kind: 'trace',
    recordId: uuid(n),
    receivedAt: NOW + n * 1000,
    statements: [],
    tags: [],
    observations: [],
    ...fields,
  };
}

/** Recomputes every sum from the observations by plain SQL; rows of the two sides that differ. */
async function disagreements(): Promise<unknown[]> {
  const { rows } = await owner.query(`
    with o as (
      select *, coalesce(start_time, created_at) as start,
             greatest(end_time, coalesce(start_time, created_at)) as finish,
             case when counted then coalesce(input_tokens, 0) else 0 end as i,
             case when counted then coalesce(output_tokens, 0) else 0 end as u,
             case when counted then coalesce(total_tokens, 0) else 0 end as t,
             case when counted then coalesce(total_cost, 0) else 0 end as c
      from sluice.observations),
    traces as (
      select trace_id as id, count(*)::int as n, sum(i) as i, sum(u) as u, sum(t) as t, sum(c) as c, min(start) as lo, max(finish) as hi
      from o group by 1),
    usage as (
      select part, trace_id, (start at time zone 'UTC')::date as day, coalesce(model, '') as model,
             count(*) as n, sum(i) as i, sum(u) as u, sum(t) as t, sum(c) as c
      from o group by 1, 2, 3, 4),
    daily as (
      select (t."timestamp" at time zone 'UTC')::date as trace_day, g.day, g.model, t.shard::int as shard, count(*) as traces,
             sum(g.n) as n, sum(g.i) as i, sum(g.u) as u, sum(g.t) as t, sum(g.c) as c
      from usage g join sluice.traces t on t.id = g.trace_id group by 1, 2, 3, 4)
    select 'trace' as place, to_json(x) as row from (
      select id, observation_count, input_tokens, output_tokens, total_tokens, total_cost, min_start, max_end from sluice.traces
      except select t.id, coalesce(n, 0), coalesce(i, 0), coalesce(u, 0), coalesce(traces.t, 0), coalesce(c, 0), lo, hi
        from sluice.traces t left join traces on traces.id = t.id) x
    union all select 'timestamp', to_json(x) from (
      select id, "timestamp" from sluice.traces except
      select id, coalesce(sent_timestamp, min_start, created_at) from sluice.traces) x
    union all select 'usage', to_json(x) from (
      (select * from usage except select * from sluice.trace_usage) union all (select * from sluice.trace_usage except select * from usage)) x
    union all select 'daily', to_json(x) from (
      (select * from daily except select trace_day, day, model, shard, traces, observations, input_tokens, output_tokens, total_tokens, cost from sluice.daily_usage)
      union all
      (select trace_day, day, model, shard, traces, observations, input_tokens, output_tokens, total_tokens, cost from sluice.daily_usage except select * from daily)) x
    union all select 'daily_traces', to_json(x) from (
      (select ("timestamp" at time zone 'UTC')::date, shard, count(*) from sluice.traces group by 1, 2 except select * from sluice.daily_traces)
      union all
      (select * from sluice.daily_traces except select ("timestamp" at time zone 'UTC')::date, shard, count(*) from sluice.traces group by 1, 2)) x`);
  return rows;
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

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const defined = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
const tokens = fc.integer({ min: 0, max: 1000 });
const time = fc.integer({ min: 0, max: 3 * 24 }).map((hours) => NOW - DAY + (hours * DAY) / 24);
const metadata = fc
  .dictionary(fc.constantFrom('a', 'b', '__proto__'), fc.constantFrom('1', '"x"', '{"n":1.0}'))
  .map((d) => new Map(Object.entries(d)));

const observation: fc.Arbitrary<Observation> = fc
  .record({
    id: fc.integer({ min: 1, max: 3 }).map(uuid),
    parentId: optional(fc.constantFrom(null, uuid(9))),
    type: optional(fc.constantFrom('SPAN', 'GENERATION')),
    name: optional(fc.constantFrom('a', 'b')),
    startTime: optional(time),
    endTime: optional(time),
    model: optional(fc.constantFrom('priced', 'free')),
    input: optional(fc.constantFrom('"x"', '{"a":1}')),
    metadata: optional(metadata),
    costDetails: optional(tokens.map((total) => ({ total }))),
    usage: optional(
      fc
        .record({
          input: optional(fc.record({ input: tokens, input_cached: tokens })),
          output: optional(fc.record({ output: tokens })),
          total: optional(fc.option(tokens)),
        })
        .map(defined),
    ),
    counted: fc.boolean(),
  })
  .map((fields) => defined(fields) as Observation);

const record = (n: number): fc.Arbitrary<TraceRecord> =>
  fc
    .record({
      trace: fc.integer({ min: 1, max: 2 }),
      name: optional(fc.constantFrom('x', 'y')),
      userId: optional(fc.constantFrom('u', 'v')),
      timestamp: optional(time),
      input: optional(fc.constantFrom('"in"', '[1]')),
      metadata: optional(metadata),
      rank: fc.constantFrom(0, 1, 2),
      tags: fc.uniqueArray(fc.constantFrom('red', 'green', 'blue')),
      observations: fc.uniqueArray(observation, { selector: (o) => o.id, maxLength: 3 }),
    })
    .map(({ trace, rank, tags, observations, ...fields }) => {
      const [first] = observations;
      const receivedAt = NOW + n * 1000;
      const derived =
        first === undefined
          ? []
          : [
              {
                stamp: spanStamp(
                  rank as 0 | 1 | 2,
                  first.startTime ?? receivedAt,
                  first.id,
                  receivedAt,
                  uuid(1000 + n),
                ),
                fields: {
                  name: `span ${first.id}`,
                  input: { observationId: first.id },
                  output: { observationId: first.id },
                },
              },
            ];
      const { input, ...rest } = defined(fields);
      const explicit = {
        stamp: receiveStamp(receivedAt, uuid(1000 + n)),
        fields: { ...rest, ...(input === undefined ? {} : { input: { text: input } }) },
      };
      return {
        kind: 'trace',
        recordId: uuid(1000 + n),
        receivedAt,
        traceId: uuid(100 + trace),
        tags,
        observations,
        statements: [...derived, explicit],
      };
    });

const history = fc
  .integer({ min: 1, max: 8 })
  .chain((n) => fc.tuple(...Array.from({ length: n }, (_, i) => record(i))));

/** A history, some of it delivered again, in any order, in any split into batches. */
const delivery = (records: readonly TraceRecord[]) =>
  fc
    .tuple(
      fc.shuffledSubarray([...records], { minLength: records.length }),
      fc.subarray([...records]),
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 20, maxLength: 20 }),
    )
    .map(([shuffled, again, sizes]) => {
      const all = [...shuffled, ...again];
      const batches: TraceRecord[][] = [];
      for (let at = 0; at < all.length;) {
        const size = sizes[batches.length] ?? 1;
        batches.push(all.slice(at, at + size));
        at += size;
      }
      return batches;
    });

test('any order and any split of the same records, redeliveries included, ends in the same rows', async () => {
  await fc.assert(
    fc.asyncProperty(
      history.chain((records) => fc.tuple(delivery(records), fc.constant([records]))),
      async ([batches, atOnce]) => {
        await clear();
        await storeAll(atOnce);
        const expected = await dump();
        expect(await disagreements()).toEqual([]);
        await clear();
        await storeAll(batches);
        expect(await dump()).toEqual(expected);
        expect(await disagreements()).toEqual([]);
      },
    ),
    { numRuns: 60 },
  );
}, 240_000);

test('of two values the one received later wins, field by field', async () => {
  await fc.assert(
    fc.asyncProperty(
      history.chain((records) => fc.tuple(fc.constant(records), delivery(records))),
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
}, 240_000);

test('two connections that update one observation and one trace at once leave sums that equal a recomputation', async () => {
  const traceId = uuid(1);
  const update = (n: number) =>
    traceRecord(n, {
      traceId,
      tags: [`tag ${n % 3}`],
      statements: [
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
    for (let n = 0; n < 500; n += 1) await storeAll([[update(2 * n + partition)]], partition);
  };
  await Promise.all([writer(0), writer(1)]);
  expect(await disagreements()).toEqual([]);
  const { traces, observations } = await dump();
  expect(observations).toMatchObject([{ input_tokens: 999, model: 'free' }]);
  expect(traces).toMatchObject([{ name: 'name 999', total_tokens: 999 }]);
}, 120_000);

test('sending the same body again changes nothing, not even updatedAt', async () => {
  const body = {
    traceId: uuid(1),
    tags: ['a'],
    observations: [
      { id: uuid(2), name: 'n', usage: { input: { input: 1 } }, counted: true, metadata: new Map([['k', '1']]) },
    ],
  };
  const said = (n: number) =>
    traceRecord(n, { ...body, statements: [{ stamp: receiveStamp(NOW + n * 1000, uuid(n)), fields: { name: 'x' } }] });
  await storeAll([[said(1)]]);
  const read = async () =>
    (
      await owner.query(
        'select to_json(t) - $1 as t, to_json(o) - $1 as o from (select to_jsonb(t) t from sluice.traces t) t, (select to_jsonb(o) o from sluice.observations o) o'
          .replaceAll('to_json(t) - $1', "t.t - 'stamp' - 'stamps'")
          .replaceAll('to_json(o) - $1', "o.o - 'stamp' - 'stamps'"),
      )
    ).rows as unknown[];
  const before = await read();
  await storeAll([[said(2)]]);
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
      deliveries: [{ offset: 0, record: traceRecord(1, { traceId: uuid(1) }) }],
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
      deliveries: [
        { offset: 0, record: traceRecord(1, { traceId: uuid(1), observations: [{ id: uuid(2), counted: true }] }) },
      ],
    };
    await stores[0]?.position('t', 0);
    const results = await Promise.allSettled(stores.map((store) => store.store(batch, { epoch: 0, nextOffset: 0 })));
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await disagreements()).toEqual([]);
  });
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
        statements: [{ stamp: receiveStamp(NOW, uuid(n)), fields: { name: `trace ${n}` } }],
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
    expect(await disagreements()).toEqual([]);
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
