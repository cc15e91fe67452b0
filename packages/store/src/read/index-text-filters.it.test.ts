import type { Pool } from 'pg';
import { gramsOf } from '../grams/gram-hash';
import { EIGHTH_TRACES } from '../text-filter-format';
import { createDatabase } from './database';
import { walkFiltered } from './index-text-filters';
import { type ProjectDatabase, inProject } from './project';
import { openReader } from './reader.testing';

let owner: Pool;
let database: ProjectDatabase;
let close: () => Promise<void>;

beforeAll(async () => {
  const reader = openReader();
  ({ owner, close } = reader);
  database = await inProject(createDatabase(reader.pool), undefined);
});
afterAll(() => close());

const TRACES = 400;

/** Returns the index positions of the traces that may contain a text, and checks that all others are walked too. */
async function positionsWith(text: string): Promise<readonly number[]> {
  const walk = walkFiltered(database, { conditions: () => [], limit: '1000', grams: gramsOf(text) });
  const rows = await database.query<{ at: number; may: boolean }>({
    text: `with ${walk} select index_position as at, may from walked order by 1`,
  });
  expect(rows).toHaveLength(TRACES);
  return rows.filter(({ may }) => may).map(({ at }) => at);
}

test('a walk rules out the eighths of a filter that lack a gram, but for traces that may have any text', async () => {
  const {
    project: { id },
  } = database;
  await owner.query(
    `insert into sluice.trace_index_entries (project, index_position, key, id, "timestamp", environment, tags, outcome)
     select $1, n, gen_random_uuid(), gen_random_uuid(), now() - n * interval '1 s', 'e', '{}', 'ok' from generate_series(0, $2 - 1) n`,
    [id, TRACES],
  );
  const grams = Buffer.alloc(2 ** 18);
  // Eighths 0 and 2 have the one word, 2 and 3 the other.
  for (const [text, eighths] of [
    ['giraffes', 0b0101],
    ['привет', 0b1100],
  ] as const) {
    for (const byte of gramsOf(text)) grams.writeUInt8(grams.readUInt8(byte) | eighths, byte);
  }
  await owner.query(
    `insert into sluice.text_filters (project, filter, left_out, unfiltered, grams)
     values ($1, 0, 0, set_bit(set_bit(b'0'::bit(1024), 5, 1), 130, 1)::varbit, $2)`,
    [id, grams],
  );
  const eighth = (n: number): number[] =>
    Array.from({ length: TRACES }, (_, at) => at).filter((at) => Math.floor(at / EIGHTH_TRACES) === n);
  expect(await positionsWith('giraffes')).toEqual([...eighth(0), 130, ...eighth(2)]);
  expect(await positionsWith('raffe')).toEqual([...eighth(0), 130, ...eighth(2)]);
  expect(await positionsWith('Привет')).toEqual([5, 130, ...eighth(2), ...eighth(3)]);
  expect(await positionsWith('giraffes, привет')).toEqual([5, 130, ...eighth(2)]);
  expect(await positionsWith('elephant')).toEqual([5, 130]);
  await owner.query('delete from sluice.text_filters');
  expect(await positionsWith('elephant')).toHaveLength(TRACES);
});
