import { textDisagreements } from '@sluice/contracts';
import { type TraceRecord, receiveStamp } from '@sluice/record';
import { HISTORY_START, testUuid as uuid } from '@sluice/testbed/samples';
import { collect, textOf } from '../../read/collect-fragments.testing';
import { type TestReader, openReader } from '../../read/reader.testing';
import { type TestWriter, openWriter } from '../writer.testing';

let writer: TestWriter;
let reader: TestReader;
beforeAll(() => {
  writer = openWriter();
  reader = openReader();
});
afterAll(async () => {
  await reader.close();
  await writer.close();
});
beforeEach(() => writer.clear());

function recordOf(n: number, texts: Omit<TraceRecord['observations'][number], 'id' | 'counted'>): TraceRecord {
  const [receivedAt, recordId] = [HISTORY_START + n * 1000, uuid(10 + n)];
  const updates = [{ stamp: receiveStamp(receivedAt, recordId), fields: {} }];
  const observations = [{ id: uuid(2), counted: true, ...texts }];
  return { kind: 'trace', recordId, receivedAt, traceId: uuid(1), tags: [], updates, observations };
}

async function readInput(): Promise<string | undefined> {
  const { rows } = await writer.owner.query<{ input: string }>('select input from sluice.observation_view');
  return rows[0]?.input;
}

/** Reads the metadata of the observation by the API, slice by slice. */
async function readMetadata(): Promise<string> {
  const detail = await reader.store.getTrace({ id: uuid(1), include: { io: false, observations: true } });
  const [observation] = await collect(detail?.observations);
  return textOf(observation?.metadata);
}

interface Packed {
  readonly packs: number;
  /** Bytes of packs without their bodies, and of references. */
  readonly beside: number;
}

async function packed(): Promise<Packed> {
  const { rows } = await writer.owner.query<Packed>(`
    select count(*)::integer as packs, sum(length(pieces))::integer
      + (select sum(length(input) + coalesce(length(metadata), 0)) from sluice.observations)::integer as beside
    from sluice.text_packs`);
  return rows[0] as Packed;
}

const LONG = 18 * 1024 * 1024;

test('a value of 18 MB with escapes that belong to no pair is kept, and a longer one adds its end', async () => {
  const unit = (n: number) => `${n} \\ud83d\\ud83d\\ude00\\ude00 \\\\\\\\ \u{1F600}é漢 `;
  const parts: string[] = [];
  for (let n = 0, bytes = 0; bytes < LONG - 100; n += 1)
    bytes += Buffer.byteLength(parts[parts.push(unit(n)) - 1] ?? '');
  const input = `"${parts.join('')}"`;
  await writer.storeAll([[recordOf(1, { input })]]);
  expect((await readInput()) === input).toBe(true);
  const before = await packed();
  expect(before.beside).toBeLessThan(LONG / 8);

  const longer = `${input.slice(0, -1)}, and more"`;
  await writer.storeAll([[recordOf(2, { input: longer })]]);
  expect((await readInput()) === longer).toBe(true);
  expect((await packed()).packs).toBe(before.packs + 1);
  expect(await textDisagreements(writer.owner)).toEqual([]);
});

test('of 20,000 members of metadata one that changes adds no other', async () => {
  type Member = readonly [key: string, text: string];
  const members = Array.from({ length: 20_000 }, (_, n): Member => [`key ${n}`, `"${`value ${n} `.repeat(60)}"`]);
  const textFrom = (all: readonly Member[]) => `{${all.map(([key, value]) => `"${key}":${value}`).join()}}`;
  await writer.storeAll([[recordOf(1, { input: '1', metadata: new Map(members) })]]);
  expect((await readMetadata()) === textFrom(members)).toBe(true);
  const before = await packed();

  const changed = `"${'another '.repeat(100)}"`;
  await writer.storeAll([[recordOf(2, { metadata: new Map([['key 12345', changed]]) })]]);
  const after = members.map(([key, value]): Member => [key, key === 'key 12345' ? changed : value]);
  expect((await readMetadata()) === textFrom(after)).toBe(true);
  expect((await packed()).packs).toBeLessThanOrEqual(before.packs + 3);
  expect(await textDisagreements(writer.owner)).toEqual([]);
});
