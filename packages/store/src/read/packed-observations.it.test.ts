import type { Pool } from 'pg';
import { PACK_BYTES, formatReference } from '../packs/pack-format';
import { collect, textOf } from './collect-fragments.testing';
import type { ProjectStore } from './postgres-store';
import { openReader } from './reader.testing';
import type { Observation, TraceDetail } from './trace';

const PART = 494_000;
const TRACE = '00000000-0000-4000-8000-0000000000aa';
const OBSERVATIONS = 30;
/** Packs of one text; each has bytes of which no text consists, before and behind. */
const PACKS = 26;
const BESIDE = 50;
const MIDDLE = PACK_BYTES - 2 * BESIDE;

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
  await owner.query(
    `insert into sluice.traces (id, part, shard, "timestamp", observation_count, created_at, updated_at, stamp)
     values ($1, $2, 0, now(), $3, now(), now(), '3')`,
    [TRACE, PART, OBSERVATIONS],
  );
  await owner.query(
    `insert into sluice.text_packs
     select $1, $2, n, '', convert_to(repeat('-', ${BESIDE}) || repeat(chr(97 + n % 26), ${MIDDLE}) || repeat('-', ${BESIDE}), 'UTF8')
     from generate_series(0, $3::integer - 1) n`,
    [PART, TRACE, OBSERVATIONS * PACKS],
  );
  await owner.query(
    `insert into sluice.observations (part, trace_id, id, input, counted, created_at, updated_at, stamp)
     select $1, $2, ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, reference, true, now(), now(), '3'
     from unnest($3::text[]) with ordinality as t (reference, n)`,
    [PART, TRACE, Array.from({ length: OBSERVATIONS }, (_, n) => referenceOf(n))],
  );
});

function referenceOf(n: number): string {
  const ranges = Array.from({ length: PACKS }, (_, pack) => ({
    at: (n * PACKS + pack) * PACK_BYTES + BESIDE,
    bytes: MIDDLE,
  }));
  return formatReference(PACKS * MIDDLE, 'x'.repeat(22), ranges);
}

/** Text of an observation: its packs have one letter each. */
const TEXT = Array.from({ length: PACKS }, (_, pack) => String.fromCharCode(97 + pack).repeat(MIDDLE)).join('');

const detail = (): Promise<TraceDetail | undefined> =>
  store.getTrace({ id: TRACE, include: { io: false, observations: true } });

const ids = (observations: readonly Observation[]): number[] =>
  observations.map(({ id }) => parseInt(id.slice(-12), 16));

const ALL = Array.from({ length: OBSERVATIONS }, (_, n) => n + 1);

it('rows are read together but those of the first portion, texts portion by portion', async () => {
  const portions: (readonly Observation[])[] = [];
  for await (const portion of (await detail())?.observations ?? []) {
    // The rows of the second portion were read with those of all after it.
    if (portions.length === 1) await owner.query(`update sluice.observations set name = 'later'`);
    portions.push(portion);
  }
  expect(portions.map(({ length }) => length)).toEqual([6, 6, 6, 6, 6]);
  expect(ids(portions.flat())).toEqual(ALL);
  expect(new Set(portions.flat().map(({ name }) => name))).toEqual(new Set([null]));
  const texts = await Promise.all(portions.flat().map(({ input }) => textOf(input)));
  expect(texts.every((text) => text === TEXT)).toBe(true);
});

it('rows that have grown since their sizes were read are not read together', async () => {
  const found = await detail();
  await owner.query('update sluice.observations set model_parameters = $1', [JSON.stringify('x'.repeat(120 * 1024))]);
  const portions: (readonly Observation[])[] = [];
  for await (const portion of found?.observations ?? []) {
    if (portions.length === 1) await owner.query(`update sluice.observations set name = 'later'`);
    portions.push(portion);
  }
  // Five rows of the first portion are beyond 1 MiB with their texts, and five of the others beyond 512 KiB without.
  expect(portions.map(({ length }) => length)).toEqual([5, 1, 5, 5, 5, 5, 4]);
  expect(ids(portions.flat())).toEqual(ALL);
  expect(portions.at(-1)?.every(({ name }) => name === 'later')).toBe(true);
});

it('memory is reserved for rows that are read together', async () => {
  const packed = (await detail())?.heldBytes ?? NaN;
  await owner.query('update sluice.observations set input = $1', [TEXT]);
  const plain = (await detail())?.heldBytes ?? NaN;
  const rows = OBSERVATIONS * (1000 + referenceOf(OBSERVATIONS - 1).length);
  expect(packed - plain).toBeGreaterThan(2.5 * rows);
  expect(packed - plain).toBeLessThan(3 * rows);
});

it.each([0, 15, 16, 24, 25])('a text of which pack %d is missing or erased ends the answer', async (pack) => {
  const no = 10 * PACKS + pack;
  const removed = 'what was being read has just been removed: ask again';
  const zeros = `update sluice.text_packs set body = decode(repeat('00', length(body)), 'hex') where no = $1`;
  await owner.query(zeros, [no]);
  await expect(collect((await detail())?.observations)).rejects.toThrow(removed);
  await owner.query(`update sluice.text_packs set body = 'short' where no = $1`, [no]);
  await expect(collect((await detail())?.observations)).rejects.toThrow(removed);
  await owner.query('delete from sluice.text_packs where no = $1', [no]);
  await expect(collect((await detail())?.observations)).rejects.toThrow(removed);
});
