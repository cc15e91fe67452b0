import { observationIdOfSpan } from '@sluice/record';
import type { Pool } from 'pg';
import { collect, textOf } from './collect-fragments.testing';
import { PART, row, store as storeRows, uuid } from './list-oracle.testing';
import type { ProjectStore } from './postgres-store';
import { openReader } from './reader.testing';

let owner: Pool;
let store: ProjectStore;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ owner, store, close } = openReader());
  await owner.query('select sluice.ensure_trace_partitions($1, $2)', [PART - 48, PART + 48]);
  await owner.query(
    'truncate sluice.traces, sluice.trace_io, sluice.text_packs, sluice.observations, sluice.daily_traces',
  );
  await storeRows(owner, TRACES);
  await insertObservations('of spans', observationIdOfSpan);
  await insertObservations('of both', (hex) =>
    hex.endsWith('1') ? observationIdOfSpan(hex) : uuid(Number(`0x${hex}`)),
  );
  await insertObservations('native', (hex) => uuid(Number(`0x${hex}`)));
});
afterAll(() => close());

/** More than are read with their rows. */
const TAGS = Array.from({ length: 200 }, (_, n) => `${'\u{1F600}'.repeat(60)}${(n * 71) % 200}`);
const IDS = 1500;
const NAMES = ['of spans', 'of both', 'native', 'empty'];
const TRACES = NAMES.map((name, n) => row(n + 1, { name, tags: n === 0 ? ['\uFFFD', '\u{1F600}', 'b', 'a'] : TAGS }));

async function insertObservations(of: string, idOf: (hex: string) => string): Promise<void> {
  const trace = TRACES.find(({ name }) => name === of);
  const ids = Array.from({ length: IDS }, (_, n) => idOf((n + 1).toString(16).padStart(16, '0')));
  await owner.query(
    `insert into sluice.observations (part, trace_id, id, parent_id, counted, created_at, updated_at, stamp)
     select $1, $2, id, $4, true, now(), now(), '3' from unnest($3::uuid[]) id`,
    [trace?.part, trace?.id, ids, ids[0]],
  );
}

const HEX_ID = /^[0-9a-f]{16}$/;

async function read(asSent: boolean) {
  const { portions } = await store.listTraces({
    ...{ page: 1, limit: 50, order: { field: 'id', direction: 'asc' } },
    ...{ filter: { tags: [], environments: [] }, include: { io: false, observations: true, asSent } },
  });
  const parse = async (text: Parameters<typeof textOf>[0]) => JSON.parse((await textOf(text)) || '[]') as string[];
  const items = [];
  for (const { trace, observationIds } of await collect(portions)) {
    const [tags, ids] = [await parse(trace.tags), await parse(observationIds)];
    items.push({ id: trace.id, tags, ids: ids.length, spans: ids.filter((id) => HEX_ID.test(id)).length });
  }
  return items;
}

const hexOf = (id = ''): string => id.replaceAll('-', '');

test('of traces with a span the ids have the digits of OTLP, of spans their 16, of any number', async () => {
  const [spans, both, native, empty] = TRACES.map(({ id }) => id);
  expect(await read(true)).toMatchObject([
    { id: hexOf(spans), ids: IDS, spans: IDS },
    { id: hexOf(both), ids: IDS, spans: Math.ceil(IDS / 16) },
    { id: native, ids: IDS, spans: 0 },
    { id: empty, ids: 0, spans: 0 },
  ]);
  expect((await read(false)).map(({ id, spans: ofSpans }) => [id, ofSpans])).toEqual(TRACES.map(({ id }) => [id, 0]));
});

test('tags are sorted by code point, of any number', async () => {
  const byCodePoint = TAGS.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const sorted = [['a', 'b', '\uFFFD', '\u{1F600}'], byCodePoint, byCodePoint, byCodePoint];
  expect((await read(true)).map(({ tags }) => tags)).toEqual(sorted);
  expect((await read(false)).map(({ tags }) => tags)).toEqual(TRACES.map(({ tags }) => tags));
});

test('observations are read with the ids of their trace, by themselves too', async () => {
  const [trace] = TRACES;
  const span = (n: number): string => n.toString(16).padStart(16, '0');
  const ids = [observationIdOfSpan(span(2))];
  const found = await store.findObservations({ ids, page: 1, limit: 1, asSent: true });
  const alone = { id: span(2), parentId: span(1), traceId: hexOf(trace?.id) };
  expect(await collect(found.observations)).toMatchObject([alone]);
  const include = { io: false, observations: true, asSent: true };
  const detail = await store.getTrace({ id: trace?.id ?? '', include });
  const all = await collect(detail?.observations);
  expect(all).toHaveLength(IDS);
  expect(all).toContainEqual(expect.objectContaining(alone));
});
