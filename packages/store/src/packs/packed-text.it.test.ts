import type { TraceRecord } from '@sluice/record';
import { testUuid as uuid } from '@sluice/testbed/samples';
import { type TestWriter, openWriter } from '../write/writer.testing';
import { TEXT_IS_MISSING } from './packed-text';

const NOW = Date.UTC(2026, 10, 20) * 1000;
const TRACES = 60;

let writer: TestWriter;
beforeAll(async () => {
  writer = openWriter({ now: NOW });
  await writer.owner.query('select sluice.ensure_trace_partitions($1, $1)', [Math.floor(NOW / 3_600_000_000)]);
  await writer.owner.query('alter table sluice.text_packs_20261120 set (autovacuum_enabled = off)');
  for (let n = 1; n <= TRACES; n += 1) await writer.storeAll([[record(n)]]);
});
afterAll(() => writer.close());

/** Text of so many words; texts of two seeds have no passage in common. */
const text = (seed: number, words: number): string =>
  JSON.stringify(
    Array.from({ length: words }, (_, at) => (Math.imul(at + 100_000 * seed, 2_654_435_761) >>> 0).toString(36)).join(
      ' ',
    ),
  );

const record = (n: number): TraceRecord => ({
  ...{ kind: 'trace', recordId: uuid(100 + n), receivedAt: NOW, traceId: uuid(n), updates: [], tags: [] },
  observations: [{ id: uuid(1000 + n), counted: true, input: text(n, 9000) }],
});

const INPUT = `select input from sluice.observation_view where id = '${uuid(1001)}'`;

test('a text of which one pack is missing is an error, and no text of other packs', async () => {
  const packs = await writer.owner.query<{ no: number }>('select no from sluice.text_packs where trace_id = $1', [
    uuid(1),
  ]);
  expect(packs.rows.length).toBeGreaterThan(10);
  const client = await writer.owner.connect();
  try {
    for (const { no } of packs.rows) {
      await client.query('begin');
      expect((await client.query(INPUT)).rows).toEqual([{ input: text(1, 9000) }]);
      await client.query('delete from sluice.text_packs where trace_id = $1 and no = $2', [uuid(1), no]);
      await expect(client.query(INPUT)).rejects.toMatchObject({ code: TEXT_IS_MISSING });
      await client.query('rollback');
    }
  } finally {
    client.release();
  }
});

test('the packs of a text are found by one scan of the index, with and without statistics', async () => {
  const scans = async () => {
    const { rows } = await writer.owner.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, costs off, timing off, summary off) ${INPUT}`,
    );
    return rows
      .map((row) => row['QUERY PLAN'].trim())
      .filter((line) => line.includes(' on text_packs_') && !line.includes('never executed'));
  };
  const once = [expect.stringMatching(/^-> +Index Scan using text_packs_20261120_pkey .* loops=1\)$/)];
  expect(await scans()).toEqual(once);
  await writer.owner.query('analyze sluice.text_packs');
  expect(await scans()).toEqual(once);
});
