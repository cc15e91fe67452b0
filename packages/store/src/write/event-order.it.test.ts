import {
  ID_STAMPS,
  type EventPlace,
  type Observation,
  type TraceRecord,
  eventStamp,
  firstEventStamp,
  observationIdOfText,
} from '@sluice/record';
import { HISTORY_START as NOW, deliveryOf, testUuid as uuid } from '@sluice/testbed/samples';
import fc from 'fast-check';
import { type TestWriter, openWriter } from './writer.testing';

let writer: TestWriter;

beforeAll(() => {
  writer = openWriter();
});
afterAll(() => writer.close());
beforeEach(() => writer.clear());

const [TRACE, STEP] = [uuid(1), uuid(2)];

/** Event of the trace or of its observation, before a gateway receives it. */
interface Event extends EventPlace {
  readonly ofTrace: boolean;
  readonly name?: string;
  readonly metadata: Json;
  readonly tags: readonly string[];
  readonly startTime: number;
  /** Parent of the observation: a text, or a UUID. */
  readonly parent?: string;
}

type Json = Readonly<Record<string, unknown>>;

const key = fc.constantFrom('x', 'y');
/** Objects in objects, and other values in their places. */
const metadata = fc.dictionary(
  key,
  fc.oneof(
    fc.constantFrom(1, 2),
    fc.dictionary(key, fc.oneof(fc.constantFrom(3, 4), fc.dictionary(key, fc.nat({ max: 9 })))),
  ),
);

/** Events of few places, so that many differ only in one part of it. The ids of events are those of their contents. */
const event: fc.Arbitrary<Event> = fc
  .record(
    {
      at: fc.integer({ min: 0, max: 2 }).map((millis) => NOW + millis * 1000),
      isUpdate: fc.boolean(),
      index: fc.nat({ max: 2 }),
      ofTrace: fc.boolean(),
      name: fc.constantFrom('a', 'b', 'c'),
      metadata,
      tags: fc.uniqueArray(fc.constantFrom('red', 'green')),
      parent: fc.constantFrom('a parent', 'another', uuid(9)),
      startTime: fc.integer({ min: 0, max: 3 }).map((millis) => NOW + millis * 1000),
    },
    { requiredKeys: ['at', 'isUpdate', 'index', 'ofTrace', 'metadata', 'tags', 'startTime'] },
  )
  .map((sent) => ({ ...sent, isUpdate: sent.isUpdate && !sent.ofTrace, eventId: JSON.stringify(sent) }));

/** Creates without which the times of the rows are those of their receipt. */
const CREATES: readonly Event[] = [true, false].map((ofTrace) => ({
  ...{ at: NOW - 1000, isUpdate: false, index: 0, ofTrace, metadata: {}, tags: [], startTime: NOW },
  eventId: `create ${ofTrace}`,
}));

/** Returns the record that a gateway makes of an event at a place among all receipts. */
function recordOf({ ofTrace, name, metadata, tags, startTime, parent, ...place }: Event, receipt: number): TraceRecord {
  const stamps = { stamp: eventStamp(place), ...(!place.isUpdate && { first: firstEventStamp(place) }) };
  const head = {
    ...({ kind: 'trace', recordId: uuid(receipt), receivedAt: NOW + receipt * 1000 } as const),
    ...{ traceId: TRACE, stamps },
  };
  const fields = {
    ...(name !== undefined && { name }),
    metadata: new Map(Object.entries(metadata).map(([key, value]) => [key, JSON.stringify(value)])),
  };
  if (!ofTrace) {
    const parentId = parent && (observationIdOfText(parent) ?? '');
    const observation: Observation = {
      ...{ id: STEP, counted: true, ...fields, startTime, sentId: 'a step' },
      ...(parentId !== undefined && { parentId, ...(parentId !== parent && { sentParentId: parent }) }),
    };
    const ofId = { stamp: ID_STAMPS.none, fields: { sentId: '' } };
    return { ...head, updates: [ofId], tags: [], observations: [observation] };
  }
  const updates = [
    { stamp: stamps.stamp, fields },
    { stamp: firstEventStamp(place), fields: { timestamp: startTime } },
    { stamp: ID_STAMPS.text, fields: { sentId: 'a trace' } },
  ];
  return { ...head, updates, tags, observations: [] };
}

/** Stores deliveries of events, received one after the other from a receipt on. */
async function store(deliveries: readonly (readonly Event[])[], from: number): Promise<void> {
  let receipt = from;
  await writer.storeAll(deliveries.map((events) => events.map((each) => recordOf(each, receipt++))));
}

/** Rows as JSON, without the receipt of the first record. */
async function dump(): Promise<unknown[]> {
  const { rows } = await writer.owner.query<{ row: Record<string, unknown> }>(
    `select to_jsonb(x) - 'part' - 'created_at' as row from (
       select t.*, io.input, io.output, io.metadata from sluice.traces t left join sluice.trace_io io on io.trace_id = t.id) x
     union all select to_jsonb(o) - 'part' - 'created_at' from sluice.observations o`,
  );
  return rows.map(({ row }) => ({
    ...row,
    metadata: JSON.parse((row['metadata'] as string | null) ?? 'null') as unknown,
    stamps: new Map(JSON.parse((row['stamps'] as string | null) ?? '[]') as [string, string][]),
  }));
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

const mergeDeeply = (a: unknown, b: unknown): unknown => {
  if (!isObject(a) || !isObject(b)) return b;
  const both = Object.keys(a).filter((key) => key in b);
  return { ...a, ...b, ...Object.fromEntries(both.map((key) => [key, mergeDeeply(a[key], b[key])])) };
};

const withoutReceipt = (rows: readonly unknown[]): unknown[] =>
  rows.map((row) => {
    const { updated_at: _at, ...rest } = row as Record<string, unknown>;
    return rest;
  });

test('events that arrive in any order, some of them twice, make the same rows; sent again they change nothing', async () => {
  const histories = fc.array(event, { minLength: 1, maxLength: 6 }).map((events) => [...CREATES, ...events]);
  await fc.assert(
    fc.asyncProperty(
      histories.chain((events) => fc.tuple(fc.constant(events), deliveryOf(events))),
      async ([events, deliveries]) => {
        await writer.clear();
        await store([events], 1);
        const expected = await dump();
        await store([events], 100);
        expect(await dump()).toEqual(expected);
        await writer.clear();
        await store(deliveries, 200);
        expect(withoutReceipt(await dump())).toEqual(withoutReceipt(expected));
      },
    ),
    { numRuns: 60 },
  );
});

test('of two events the later one wins, then an update, then place and id; metadata merges deeply; of creates the first keeps its start', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 6 }), async (sent) => {
      await writer.clear();
      const events = [...CREATES, ...sent].filter(({ ofTrace }) => !ofTrace);
      await store([events], 1);
      const ordered = events.toSorted((a, b) => (eventStamp(a) < eventStamp(b) ? -1 : 1));
      const updates = ordered.filter(({ isUpdate }) => isUpdate);
      const start = (updates.at(-1) ?? ordered.find(({ isUpdate }) => !isUpdate))?.startTime;
      const { rows } = await writer.owner.query(
        `select name, metadata::json, (extract(epoch from start_time) * 1e6)::float8 as start from sluice.observations`,
      );
      const parent = ordered.findLast(({ parent: sent }) => sent !== undefined)?.parent;
      const { rows: ids } = await writer.owner.query('select sent_parent_id from sluice.observations');
      expect(ids).toEqual([{ sent_parent_id: parent === uuid(9) ? null : (parent ?? null) }]);
      const merged = ordered
        .map(({ metadata }) => metadata)
        .reduce<Json>((all, each) => mergeDeeply(all, each) as Json, {});
      const name = ordered.findLast(({ name }) => name !== undefined)?.name ?? null;
      expect(rows).toEqual([{ name, start, metadata: Object.keys(merged).length === 0 ? null : merged }]);
    }),
    { numRuns: 30 },
  );
});
