import { type TraceRecord, receiveStamp } from '@sluice/record';
import { HISTORY_START, testUuid as uuid } from '@sluice/testbed/samples';
import { type TestWriter, openWriter } from '../write/writer.testing';
import { collect, textOf } from './collect-fragments.testing';
import { type TestReader, openReader } from './reader.testing';
import type { ObservationsQuery } from './trace';

const NOW = HISTORY_START;
const HOUR = 3_600_000_000;
const DAY = 24 * HOUR;

let writer: TestWriter;
let reader: TestReader;

beforeAll(() => {
  writer = openWriter({ now: NOW });
  reader = openReader();
});
afterAll(async () => {
  await reader.close();
  await writer.close();
});
beforeEach(async () => {
  await writer.clear();
  await writer.owner.query(
    'update sluice.projects set part = 0; update sluice.retention_floor set part = 0, closed_below = 0',
  );
});

const step = (n: number, more: object = {}) => ({ id: uuid(1000 + n), counted: true, ...more });

/** @param age how long ago it was received */
function traceOf(n: number, age: number, observations: TraceRecord['observations'], project?: string): TraceRecord {
  const receivedAt = NOW - age;
  const recordId = uuid(100 + n);
  return {
    ...{ kind: 'trace', recordId, receivedAt, ...(project !== undefined && { project }), traceId: uuid(n), tags: [] },
    updates: [{ stamp: receiveStamp(receivedAt, recordId), fields: { name: `t${n}`, environment: `e${n}` } }],
    observations,
  };
}

async function find(ids: readonly number[], more: Partial<ObservationsQuery> = {}, project?: string) {
  const query = { ids: ids.map((n) => uuid(1000 + n)), page: 1, limit: 50, ...more };
  const found = await reader.reads.of(project).findObservations(query);
  const observations = await collect(found.observations);
  const number = (id: string): number => parseInt(id.slice(-4), 16);
  return {
    ...found,
    found: observations.map(({ id, traceId }) => [number(traceId), number(id) - 1000]),
    observations,
  };
}

it('finds observations of any age by their ids alone: by trace, the newest first, then by start', async () => {
  await writer.storeAll([
    [
      traceOf(1, 300 * DAY, [step(1, { startTime: NOW }), step(2, { startTime: NOW - 1 })]),
      traceOf(2, 40 * DAY, [step(3)]),
      traceOf(3, 0, [step(4)]),
      traceOf(4, 3 * DAY, [step(5), step(6)]),
      traceOf(5, 5 * HOUR, [step(7)]),
    ],
  ]);
  expect((await find([1, 2, 3, 4, 5, 7, 8])).found).toEqual([
    [3, 4],
    [5, 7],
    [4, 5],
    [2, 3],
    [1, 2],
    [1, 1],
  ]);
  expect(await find([2])).toMatchObject({ totalItems: 1, observations: [{ environment: 'e1', startTime: NOW - 1 }] });
  expect(await find([8])).toMatchObject({ totalItems: 0, heldBytes: 0, found: [] });
  expect(await find([])).toMatchObject({ totalItems: 0, found: [] });
});

it('takes an id that several traces have from the one that was received last, or from the one that is named', async () => {
  const traces = [traceOf(1, 2 * DAY, [step(1)]), traceOf(2, 1, [step(1)]), traceOf(3, 2, [step(1)])];
  await writer.storeAll([[...traces, traceOf(4, 0, [step(2)])]]);
  expect((await find([1])).found).toEqual([[2, 1]]);
  for (const n of [1, 2, 3]) expect((await find([1], { traceId: uuid(n) })).found).toEqual([[n, 1]]);
  expect((await find([1], { traceId: uuid(4) })).found).toEqual([]);
  expect((await find([1], { traceId: uuid(5) })).found).toEqual([]);
});

it('cuts pages over all traces', async () => {
  const many = (from: number) => Array.from({ length: 5 }, (_, n) => step(from + n));
  await writer.storeAll([[traceOf(1, 0, many(0)), traceOf(2, DAY, many(5)), traceOf(3, 2 * DAY, many(10))]]);
  const ids = Array.from({ length: 15 }, (_, n) => n);
  const pages = await Promise.all([1, 2, 3].map((page) => find(ids, { page, limit: 7 })));
  expect(pages.map(({ totalItems }) => totalItems)).toEqual([15, 15, 15]);
  expect(pages.map(({ found }) => found.map(([, n]) => n))).toEqual([ids.slice(0, 7), ids.slice(7, 14), ids.slice(14)]);
});

it('finds nothing of another project, nor below a floor', async () => {
  await writer.storeAll([
    [traceOf(1, DAY, [step(1)], 'acme'), traceOf(1, 0, [step(1), step(2)], 'other'), traceOf(9, 0, [step(9)])],
  ]);
  expect((await find([1, 2, 9])).found).toEqual([[9, 9]]);
  expect((await find([1, 2, 9], {}, 'acme')).found).toEqual([[1, 1]]);
  expect((await find([1, 2, 9], {}, 'other')).found).toEqual([
    [1, 1],
    [1, 2],
  ]);
  expect((await find([1, 9], { traceId: uuid(9) }, 'acme')).found).toEqual([]);
  expect((await find([1], {}, 'nobody')).found).toEqual([]);
  await writer.owner.query(`update sluice.projects set part = $1 where name = 'acme'`, [Math.floor(NOW / HOUR)]);
  expect((await find([1], {}, 'acme')).found).toEqual([]);
});

it('reads long values by themselves, and changes its version with the trace', async () => {
  const input = JSON.stringify('x'.repeat(2 ** 20));
  await writer.storeAll([[traceOf(1, 0, [step(1, { input }), step(2)])]]);
  const { observations, version, heldBytes } = await find([1]);
  expect(await textOf(observations[0]?.input)).toBe(input);
  expect(heldBytes).toBeLessThan(input.length * 6);
  expect((await find([1])).version).toBe(version);
  expect((await find([2])).version).not.toBe(version);
  const later = { ...traceOf(1, -1, [step(1, { output: '1' })]), recordId: uuid(999) };
  await writer.storeAll([[later]]);
  expect((await find([1])).version).not.toBe(version);
});
