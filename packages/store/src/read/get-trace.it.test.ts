import type { Pool } from 'pg';
import { collect } from './collect-fragments.testing';
import type { ProjectStore } from './postgres-store';
import type { Observation } from './trace';
import { openReader } from './reader.testing';

const PART = 494_000;
const TRACE = '00000000-0000-4000-8000-0000000000aa';
const T0 = Date.UTC(2026, 10, 20, 12) * 1000;

let owner: Pool;
let store: ProjectStore;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ owner, store, close } = openReader());
  await owner.query('select sluice.ensure_trace_partitions($1, $1)', [PART]);
});
afterAll(() => close());
beforeEach(async () => {
  await owner.query('truncate sluice.traces, sluice.trace_io, sluice.text_packs, sluice.observations');
  await owner.query('update sluice.retention_floor set part = 0');
  await insert('traces', {
    id: TRACE,
    part: PART,
    shard: 0,
    environment: 'staging',
    timestamp: at(T0),
    created_at: at(T0),
    updated_at: at(T0),
    stamp: '3',
  });
});

const uuid = (n: number): string => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
/** A time as Postgres reads it, with all its microseconds. */
const at = (micros: number): string =>
  `${new Date(Math.floor(micros / 1000)).toISOString().slice(0, -1)}${String(micros % 1000).padStart(3, '0')}Z`;

async function insert(table: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  const names = Object.keys(values);
  await owner.query(
    `insert into sluice.${table} (${names.map((name) => `"${name}"`).join(', ')})
     values (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
    Object.values(values),
  );
}

const observe = (id: number, values: Readonly<Record<string, unknown>> = {}): Promise<void> =>
  insert('observations', {
    part: PART,
    trace_id: TRACE,
    id: uuid(id),
    counted: true,
    created_at: at(T0),
    updated_at: at(T0),
    stamp: '3',
    ...values,
  });

async function read(observations = true): Promise<readonly Observation[]> {
  return collect((await store.getTrace({ id: TRACE, include: { io: true, observations } }))?.observations);
}

it('finds no trace that is not there or lies below the retention floor', async () => {
  const include = { io: true, observations: true };
  expect(await store.getTrace({ id: uuid(1), include })).toBeUndefined();
  expect(await store.getTrace({ id: TRACE, include })).toBeDefined();
  await owner.query('update sluice.retention_floor set part = $1, closed_below = $1', [PART + 1]);
  expect(await store.getTrace({ id: TRACE, include })).toBeUndefined();
});

it('lists observations by start time, then id; an absent start is the first receipt', async () => {
  await observe(1, { start_time: at(T0 + 2) });
  await observe(3, { start_time: at(T0 + 1) });
  await observe(2, { start_time: at(T0 + 1) });
  await observe(4);
  expect((await read()).map(({ id }) => id)).toEqual([uuid(4), uuid(2), uuid(3), uuid(1)]);
});

it('tells cost details only where they were sent', async () => {
  await observe(1, { cost_source: 'sent', cost_details: '{"input":1}', total_cost: '1' });
  expect(await read()).toMatchObject([{ costDetails: '{"input":1}', totalCost: 1, costSource: 'sent' }]);
});

it('reads the sizes of free-form values instead of the values, and all else as it is', async () => {
  const long = JSON.stringify('é'.repeat(2 ** 20));
  await observe(1, { input: long, output: '[1]', metadata: '{"a":"é"}', model_parameters: '{"t":0}', name: 'n' });
  await observe(2, { status_message: 'wrong', usage_details: '{"input":1}', input_tokens: 1 });
  const include = { io: true, observations: true };
  const core = await store.getTrace({ id: TRACE, include, detail: 'core' });
  expect(core?.heldBytes).toBeLessThan(100_000);
  const none = { input: null, output: null, metadata: null, modelParameters: null };
  const all = await read();
  expect(await collect(core?.observations)).toEqual([
    { ...all[0], ...none, inputBytes: 2 ** 21 + 2, outputBytes: 3, metadataBytes: 10 },
    { ...all[1], ...none, inputBytes: 0, outputBytes: 0, metadataBytes: 0 },
  ]);
});

it('does not read observations that are not asked for', async () => {
  await observe(1);
  expect(await read(false)).toEqual([]);
});

it('reads observations in portions of bounded size', async () => {
  // Six are 650 KiB, a seventh would be too much for a portion of 682 KiB.
  const kilobytes = [100, 100, 120, 110, 120, 100, 120, 128, 100, 120];
  for (const [n, size] of kilobytes.entries()) {
    await observe(n, { input: JSON.stringify('x'.repeat(size * 2 ** 10 - 2)), output: '"y"' });
  }
  const detail = await store.getTrace({ id: TRACE, include: { io: false, observations: true } });
  const portions: number[] = [];
  for await (const portion of detail?.observations ?? []) portions.push(portion.length);
  expect(portions).toEqual([6, 4]);
});

it('reads no more than a portion at a time of observations that have grown since their sizes were read', async () => {
  for (let n = 0; n < 12; n += 1) await observe(n);
  const detail = await store.getTrace({ id: TRACE, include: { io: false, observations: true } });
  await owner.query('update sluice.observations set input = $1', [JSON.stringify('x'.repeat(100 * 2 ** 10))]);
  const portions: number[] = [];
  const ids: string[] = [];
  for await (const portion of detail?.observations ?? []) {
    portions.push(portion.length);
    ids.push(...portion.map(({ id }) => id));
  }
  expect(ids).toEqual(Array.from({ length: 12 }, (_, n) => uuid(n)));
  expect(portions).toEqual([11, 1]);
});

it('does not end as if it were whole where observations are gone since their sizes were read', async () => {
  await observe(1);
  await observe(2);
  const detail = await store.getTrace({ id: TRACE, include: { io: false, observations: true } });
  await owner.query('delete from sluice.observations where id = $1', [uuid(1)]);
  await expect(collect(detail?.observations)).rejects.toThrow('what was being read has just been removed: ask again');
});

describe('a trace with very many observations', () => {
  /** Few start times, so that windows end within one of them. */
  const fill = (count: number) =>
    owner.query(
      `insert into sluice.observations (part, trace_id, id, start_time, input, counted, created_at, updated_at, stamp)
       select $1, $2, ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
              timestamptz '2026-11-20Z' + (n * 7919 % 13) * interval '1 microsecond', '"x"', true, now(), now(), '3'
       from generate_series(1, $3::integer) n`,
      [PART, TRACE, count],
    );

  it.each([1, 11_999, 12_000, 12_001, 37_001])('reads all %d in their order, each once', async (count) => {
    await fill(count);
    const { rows } = await owner.query<{ id: string }>('select id from sluice.observations order by start_time, id');
    const detail = await store.getTrace({ id: TRACE, include: { io: false, observations: true } });
    expect((await collect(detail?.observations)).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  });

  it('holds more ids of a longer trace, and no more than a hundred thousand', async () => {
    await fill(12_001);
    const held: number[] = [];
    for (const count of [12_001, 25_000, 100_000, 10_000_000]) {
      await owner.query('update sluice.traces set observation_count = $1', [count]);
      const detail = await store.getTrace({ id: TRACE, include: { io: false, observations: true } });
      expect(await collect(detail?.observations)).toHaveLength(12_001);
      held.push(detail?.heldBytes ?? NaN);
    }
    const [least, same, long, longest] = held as [number, number, number, number];
    expect([same, longest]).toEqual([least, long]);
    expect(long - least).toBe(75_000 * 120);
    expect(longest).toBeLessThan(24 * 2 ** 20);
  });

  it('reads all observations of a trace that is known to be long, each once', async () => {
    await fill(40_000);
    await owner.query('update sluice.traces set observation_count = 40000');
    const detail = await store.getTrace({ id: TRACE, include: { io: false, observations: true }, detail: 'core' });
    const ids = (await collect(detail?.observations)).map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([40_000, 40_000]);
  });

  it('does not end as if it were whole where retention removes it meanwhile', async () => {
    await fill(12_001);
    const detail = await store.getTrace({ id: TRACE, include: { io: false, observations: true } });
    await owner.query('update sluice.retention_floor set part = $1, closed_below = $1', [PART + 1]);
    await owner.query(
      'delete from sluice.observations where id = (select id from sluice.observations order by start_time desc, id desc limit 1)',
    );
    await expect(collect(detail?.observations)).rejects.toThrow(/^what was being read has just been removed/);
  });

  it('holds the same whether it has twelve thousand or many more', async () => {
    await fill(12_000);
    const held = (await store.getTrace({ id: TRACE, include: { io: false, observations: true } }))?.heldBytes;
    await owner.query('delete from sluice.observations');
    await fill(30_000);
    const more = (await store.getTrace({ id: TRACE, include: { io: false, observations: true } }))?.heldBytes;
    expect(more).toBe(held);
    expect(more).toBeLessThan(12 * 2 ** 20);
  });
});
