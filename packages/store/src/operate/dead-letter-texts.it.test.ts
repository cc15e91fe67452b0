import { type TraceRecord, decodeRecord, receiveStamp } from '@sluice/record';
import { HISTORY_START, testUuid as uuid } from '@sluice/testbed/samples';
import { testDatabaseUrl } from '@sluice/testbed/servers';
import { Pool } from 'pg';
import { writerPoolConfig } from '../session/pool-config';
import { type TestWriter, openWriter } from '../write/writer.testing';
import { replayDeadLetters } from './replay';

/* Letters that refuse long texts: their bytes are those of the record, and a replay packs them. */

let writer: TestWriter;
let pool: Pool;
beforeAll(async () => {
  writer = openWriter({ now: HISTORY_START });
  pool = new Pool(writerPoolConfig({ databaseUrl: testDatabaseUrl(), maxConnections: 2 }));
  await writer.owner.query(`create function refuse() returns trigger language plpgsql as $$ begin
    raise exception 'refused by a test'; end $$`);
});
afterAll(() => Promise.all([writer.close(), pool.end()]));
beforeEach(() => writer.clear());

const LONG = JSON.stringify(Array.from({ length: 2000 }, (_, n) => `ü${n}`).join(' '));

function recordOf(n: number, trace: number, observation: TraceRecord['observations'][number]): TraceRecord {
  const [receivedAt, recordId] = [HISTORY_START + n, uuid(100 + n)];
  const updates = [{ stamp: receiveStamp(receivedAt, recordId), fields: {} }];
  return { kind: 'trace', recordId, receivedAt, traceId: uuid(trace), tags: [], updates, observations: [observation] };
}

const letters = async () => {
  const { rows } = await writer.owner.query<{ sqlstate: string; offset: number; record: Buffer }>(
    'select sqlstate, record_offset::integer as offset, record from sluice.ingest_dead_letter where replayed_at is null',
  );
  return rows.map(({ record, ...row }) => ({ ...row, record: decodeRecord(record) as TraceRecord }));
};
const replay = async (offset: number): Promise<unknown[]> => {
  const outcomes: unknown[] = [];
  const id = { topic: 't', epoch: 0, partition: 0, offset, item: 0 };
  await replayDeadLetters({ pool, store: writer.newStore() }, [id], (_, outcome) => outcomes.push(outcome));
  return outcomes;
};
const texts = async () => {
  const { rows } = await writer.owner.query<{ input: string | null; metadata: string | null }>(
    'select input, metadata from sluice.observation_view order by trace_id, id',
  );
  return rows;
};

test('a refused item keeps a text that is packed already, and its replay refers to it', async () => {
  await writer.storeAll([[recordOf(1, 1, { id: uuid(1), counted: true, input: LONG })]]);
  await writer.owner.query(
    `create trigger refuse before insert on sluice.observations for each row when (new.name = 'poison') execute function refuse()`,
  );
  const refused = recordOf(2, 1, { id: uuid(2), name: 'poison', counted: true, input: LONG });
  await writer.storeAll([[refused]]).finally(() => writer.owner.query('drop trigger refuse on sluice.observations'));
  expect(await letters()).toMatchObject([{ sqlstate: 'P0001', record: { observations: [{ input: LONG }] } }]);
  expect(await replay(1)).toEqual(['stored']);
  expect(await texts()).toEqual([LONG, LONG].map((input) => ({ input, metadata: null })));
  const { rows } = await writer.owner.query<{ input: string }>('select distinct input from sluice.observations');
  expect(rows).toEqual([{ input: expect.stringMatching(/^=/) as string }]);
});

test('an update of text whose packs are missing is a letter, stops no other trace, and can be replayed', async () => {
  const metadata = (key: string) => new Map([[key, LONG]]);
  await writer.storeAll([[recordOf(1, 1, { id: uuid(1), counted: true, metadata: metadata('a') })]]);
  await writer.owner.query('create table kept as select * from sluice.text_packs; delete from sluice.text_packs');
  await writer.storeAll([
    [
      recordOf(2, 1, { id: uuid(1), counted: true, metadata: metadata('b') }),
      recordOf(3, 2, { id: uuid(3), counted: true, input: LONG }),
    ],
  ]);
  const [letter, ...others] = await letters();
  expect(others).toEqual([]);
  expect(letter).toMatchObject({ sqlstate: 'SL404', offset: 1 });
  expect(letter?.record.observations[0]?.metadata).toEqual(metadata('b'));
  await writer.owner.query('insert into sluice.text_packs select * from kept; drop table kept');
  expect(await replay(1)).toEqual(['stored']);
  expect(await texts()).toEqual([
    { input: null, metadata: `{"a":${LONG},"b":${LONG}}` },
    { input: LONG, metadata: null },
  ]);
});
