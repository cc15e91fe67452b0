import type { Pool } from 'pg';
import { PACK_BYTES, formatReference } from '../packs/pack-format';
import type { ProjectStore } from './postgres-store';
import type { LongText, Observation, StoredText, TraceIo } from './trace';
import { openReader } from './reader.testing';

const PART = 494_000;
const TRACE = '00000000-0000-4000-8000-0000000000aa';
const SPAN = '00000000-0000-4000-8000-0000000000bb';
const INLINE = 128 * 2 ** 10;
const SLICE = 512 * 2 ** 10;

let owner: Pool;
let pool: Pool;
let store: ProjectStore;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ owner, pool, store, close } = openReader({ maxConnections: 1 }));
  await owner.query('select sluice.ensure_trace_partitions($1, $1)', [PART]);
});
afterAll(() => close());
beforeEach(async () => {
  await owner.query('truncate sluice.traces, sluice.trace_io, sluice.text_packs, sluice.observations');
  await owner.query(
    `insert into sluice.traces (id, part, shard, "timestamp", has_io, observation_count, created_at, updated_at, stamp)
     values ($1, $2, 0, now(), true, 1, now(), now(), '3')`,
    [TRACE, PART],
  );
  await owner.query(
    `insert into sluice.observations (part, trace_id, id, counted, created_at, updated_at, stamp)
     values ($1, $2, $3, true, now(), now(), '3')`,
    [PART, TRACE, SPAN],
  );
});

/** A JSON string with an exact number of bytes, in which every kind of character crosses every possible border. */
function jsonOf(bytes: number): string {
  const unit = 'aé漢\u{1F600}bc';
  const room = bytes - 2;
  const text = unit.repeat(Math.floor(room / Buffer.byteLength(unit)));
  return JSON.stringify(text + 'x'.repeat(room - Buffer.byteLength(text)));
}

const isLong = (text: StoredText | null | undefined): text is LongText => typeof text === 'object' && text !== null;

function longText(text: StoredText | null | undefined): LongText {
  if (!isLong(text)) throw new Error('expected long text');
  return text;
}

async function slicesOf(text: StoredText | null | undefined): Promise<Buffer[]> {
  const slices: Buffer[] = [];
  for await (const slice of longText(text)) slices.push(slice);
  return slices;
}

async function readObservation(): Promise<Observation> {
  const detail = await store.getTrace({ id: TRACE, include: { io: false, observations: true } });
  for await (const [observation] of detail?.observations ?? []) if (observation) return observation;
  throw new Error('there is no observation');
}

async function readIo(): Promise<TraceIo | undefined> {
  const query = { page: 1, limit: 1, order: { field: 'timestamp', direction: 'desc' } } as const;
  const include = { io: true, observations: false };
  const { portions } = await store.listTraces({ ...query, filter: { tags: [], environments: [] }, include });
  for await (const [item] of portions) return item?.io;
  return undefined;
}

describe('a long text', () => {
  it.each([INLINE, INLINE + 1, SLICE - 1, SLICE, SLICE + 1, 3 * SLICE + 2])(
    'of %d bytes is read byte for byte, in slices of bounded size',
    async (bytes) => {
      const text = jsonOf(bytes);
      await owner.query('update sluice.observations set input = $1', [text]);
      const { input } = await readObservation();
      expect(isLong(input)).toBe(bytes > INLINE);
      if (!isLong(input)) {
        expect(input === text).toBe(true);
        return;
      }
      const slices = await slicesOf(input);
      expect(slices.map(({ length }) => length)).toEqual(
        Array.from({ length: Math.ceil(bytes / SLICE) }, (_, n) => Math.min(SLICE, bytes - n * SLICE)),
      );
      expect(Buffer.concat(slices).toString() === text).toBe(true);
    },
  );

  it('may be any of the values of an observation', async () => {
    const text = jsonOf(INLINE + 10);
    await owner.query(
      `update sluice.observations set input = $1, output = $1, metadata = $1, model_parameters = $1, usage_details = $1,
         cost_details = $1, cost_source = 'sent'`,
      [text],
    );
    const { input, output, metadata, modelParameters, usageDetails, costDetails } = await readObservation();
    for (const value of [input, output, metadata, modelParameters, usageDetails, costDetails]) {
      expect(Buffer.concat(await slicesOf(value)).toString() === text).toBe(true);
    }
  });

  it('of a status message is a JSON string', async () => {
    const message = 'a "quoted"\n\u0001 line, ü\n'.repeat(10_000);
    await owner.query('update sluice.observations set status_message = $1', [message]);
    const slices = await slicesOf((await readObservation()).statusMessage);
    expect(JSON.parse(Buffer.concat(slices).toString()) === message).toBe(true);
  });

  it.each(['', 'a "quoted"\n\u0001 line, ü \\ \u{1F600}', 'x'.repeat(INLINE)])(
    'is no status message within the limit, nor an empty one: %#',
    async (message) => {
      await owner.query('update sluice.observations set status_message = $1', [message]);
      const { statusMessage } = await readObservation();
      expect(isLong(statusMessage)).toBe(false);
      expect(JSON.parse(statusMessage as string) === message).toBe(true);
    },
  );

  it('of a trace is its own or that of an observation', async () => {
    const [own, root] = [jsonOf(INLINE + 10), jsonOf(INLINE + 20)];
    await owner.query('insert into sluice.trace_io values ($1, $2, null, $3, $3)', [PART, TRACE, own]);
    await owner.query('update sluice.observations set input = $1, output = $1', [root]);
    await owner.query('update sluice.traces set input_from = $1', [SPAN]);
    const detail = await store.getTrace({ id: TRACE, include: { io: true, observations: false } });
    for (const io of [await readIo(), await detail?.readIo()]) {
      expect(Buffer.concat(await slicesOf(io?.input)).toString() === root).toBe(true);
      expect(Buffer.concat(await slicesOf(io?.output)).toString() === own).toBe(true);
      expect(Buffer.concat(await slicesOf(io?.metadata)).toString() === own).toBe(true);
    }
  });

  it('may be the tags of a trace, of which many requests have brought some', async () => {
    const tags = Array.from({ length: 3000 }, (_, n) => `tag "${n}"`);
    await owner.query('update sluice.traces set tags = $1', [tags]);
    const detail = await store.getTrace({ id: TRACE, include: { io: false, observations: false } });
    const slices = await slicesOf(detail?.trace.tags);
    expect(JSON.parse(Buffer.concat(slices).toString())).toEqual(tags);
  });

  it('is not read before it is asked for, and holds no connection between two slices', async () => {
    await owner.query('update sluice.observations set input = $1', [jsonOf(3 * SLICE)]);
    const { input } = await readObservation();
    if (!isLong(input)) throw new Error('expected long text');
    for await (const slice of input) {
      expect(slice).toHaveLength(SLICE);
      expect([pool.idleCount, pool.totalCount]).toEqual([1, 1]);
    }
  });
});

describe('a long text that changes while it is read', () => {
  /** Reads a text of three slices, with a change after the first. */
  async function readWhile(change: string, values: readonly unknown[] = []): Promise<number> {
    await owner.query('update sluice.observations set input = $1', [jsonOf(3 * SLICE)]);
    const { input } = await readObservation();
    if (!isLong(input)) throw new Error('expected long text');
    let bytes = 0;
    for await (const slice of input) {
      if (bytes === 0) await owner.query(change, [...values]);
      bytes += slice.length;
    }
    return bytes;
  }
  const changed = { name: 'StoreUnavailableError', message: 'a value changed while it was read: try again' };

  it('is not completed with parts of another one', async () => {
    const another = JSON.stringify('y'.repeat(3 * SLICE - 2));
    await expect(readWhile('update sluice.observations set input = $1', [another])).rejects.toMatchObject(changed);
  });

  it('is not completed when it is shorter now, or gone', async () => {
    const removed = { ...changed, message: 'what was being read has just been removed: ask again' };
    await expect(readWhile(`update sluice.observations set input = '"short"'`)).rejects.toMatchObject(changed);
    await expect(readWhile('update sluice.observations set input = null')).rejects.toMatchObject(removed);
    await expect(readWhile('delete from sluice.observations')).rejects.toMatchObject(removed);
  });

  it('is completed when only its neighbours change', async () => {
    expect(await readWhile(`update sluice.observations set output = '1', updated_at = now()`)).toBe(3 * SLICE);
  });
});

describe('a long text in packs', () => {
  const PACKS = 400;

  /** Stores a text of packs of one character each; returns it. */
  async function storePacked(): Promise<string> {
    const text = Array.from({ length: PACKS }, (_, no) => String.fromCharCode(97 + (no % 26)).repeat(PACK_BYTES)).join(
      '',
    );
    await owner.query(
      `insert into sluice.text_packs select $1, $2, n - 1, '', convert_to(substr($3, (n - 1) * $4::integer + 1, $4::integer), 'UTF8')
       from generate_series(1, $5::integer) n`,
      [PART, TRACE, text, PACK_BYTES, PACKS],
    );
    const ranges = Array.from({ length: PACKS }, (_, no) => ({ at: no * PACK_BYTES, bytes: PACK_BYTES }));
    await owner.query('update sluice.observations set input = $1', [
      formatReference(text.length, 'x'.repeat(22), ranges),
    ]);
    return text;
  }

  it('is read in slices of bounded size, of its packs alone', async () => {
    const text = await storePacked();
    const { input } = await readObservation();
    const slices: Buffer[] = [];
    for await (const slice of longText(input)) {
      if (slices.length === 0) await owner.query(`update sluice.observations set input = '"another"'`);
      slices.push(slice);
    }
    expect(slices.map(({ length }) => length)).toEqual([SLICE, SLICE, SLICE, PACKS * PACK_BYTES - 3 * SLICE]);
    expect(Buffer.concat(slices).toString() === text).toBe(true);
  });

  it.each([
    ['removed', 'delete from sluice.text_packs where no = 300'],
    ['erased', `update sluice.text_packs set body = decode(repeat('00', length(body)), 'hex') where no = 300`],
  ])('is not completed when a pack is %s meanwhile', async (_, change) => {
    await storePacked();
    const { input } = await readObservation();
    const read = async () => {
      let slices = 0;
      for await (const slice of longText(input)) if (slice.length > 0 && slices++ === 0) await owner.query(change);
    };
    await expect(read()).rejects.toMatchObject({
      name: 'StoreUnavailableError',
      message: 'what was being read has just been removed: ask again',
    });
  });
});
