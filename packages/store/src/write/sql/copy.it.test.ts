import { testDatabaseUrl } from '@sluice/testbed/servers';
import { getTableColumns } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  integer,
  jsonb,
  numeric,
  pgSchema,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import fc from 'fast-check';
import { type PoolClient, Client } from 'pg';
import { pipelined } from '../../session/pipeline';
import { CopyTarget } from './copy';
import type { RowValue } from './row-values';

const table = pgSchema('sluice').table('copied', {
  place: integer('place'),
  yes: boolean('yes'),
  small: smallint('small'),
  whole: integer('whole'),
  big: bigint('big', { mode: 'bigint' }),
  double: doublePrecision('double'),
  money: numeric('money', { precision: 30, scale: 12 }),
  time: timestamp('time', { withTimezone: true, mode: 'string' }),
  day: date('day', { mode: 'string' }),
  id: uuid('id'),
  text: text('text'),
});

type Row = readonly RowValue[];

/** A COPY of rows that have their values in the order of the columns. */
const copyOf = (keys = Object.keys(getTableColumns(table))) =>
  new CopyTarget(table, Object.fromEntries(keys.map((key, index) => [key, (row: Row) => row[index]])));

let client: PoolClient;
beforeAll(async () => {
  client = new Client({ connectionString: testDatabaseUrl(), pipeline: true }) as unknown as PoolClient;
  await client.connect();
  const columns = Object.values(getTableColumns(table)).map((column) => `${column.name} ${column.getSQLType()}`);
  await client.query(`create table sluice.copied (${columns.join(', ')}); create table said (like sluice.copied)`);
});
afterAll(() => (client as unknown as Client).end());

const send = (target: CopyTarget<Row>, rows: Iterable<Row>, over = client) =>
  pipelined(over, (pipeline) => target.send(pipeline, rows));

/** The same rows by parameters, which Postgres reads as text; times and money by its own arithmetic. */
async function say(rows: readonly (readonly RowValue[])[]): Promise<void> {
  for (const row of rows) {
    await client.query(
      `insert into said values ($1, $2, $3, $4, $5, $6, $7::numeric * 0.000000000001,
         timestamptz 'epoch' + ($8::bigint / 1000000) * interval '1 second' + ($8::bigint % 1000000) * interval '1 microsecond',
         $9, $10, $11)`,
      row.map((value) => (typeof value === 'bigint' ? String(value) : value)),
    );
  }
}

describe('COPY in its binary format', () => {
  const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null, freq: 8 });
  const MAX = 2 ** 53 - 1;
  const text = fc.oneof(
    { weight: 8, arbitrary: fc.string({ unit: 'binary' }).map((each) => each.replaceAll('\0', '\\N').toWellFormed()) },
    // Short and long, measured and not, in and beyond one piece; of one, two and three bytes a character.
    fc
      .tuple(
        fc.constantFrom('a', 'é', '水'),
        fc.constantFrom(31, 32, 33, 4095, 4096, 43_689, 43_692, 131_067, 131_068, 131_069, 400_000),
      )
      .map(([character, times]) => character.repeat(times)),
  );
  const row = fc.tuple(
    orNull(fc.boolean()),
    orNull(fc.integer({ min: -32_768, max: 32_767 })),
    orNull(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
    orNull(
      fc.oneof(fc.integer({ min: -MAX, max: MAX }), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), fc.nat(9)),
    ),
    orNull(fc.double()),
    orNull(
      fc.oneof(
        fc.bigInt({ min: -(10n ** 30n) + 1n, max: 10n ** 30n - 1n }),
        fc.nat().map(BigInt),
        fc.constantFrom(0n, 1n, 10n ** 12n, 10_000n, 9999n),
      ),
    ),
    orNull(
      fc.oneof(
        fc.integer({ min: 0, max: Date.UTC(2200, 0, 1) * 1000 - 1 }),
        fc.constantFrom(0, 946_684_800_000_000, 946_684_799_999_999),
      ),
    ),
    orNull(
      fc
        .date({ min: new Date(0), max: new Date('2199-12-31'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10)),
    ),
    orNull(fc.uuid()),
    orNull(text),
  );

  it('stores what the same values are as parameters', async () => {
    const target = copyOf();
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 0, maxLength: 20 }), async (values) => {
        const rows: RowValue[][] = values.map((each, place) => [place, ...each]);
        await send(target, rows);
        await say(rows);
        const { rows: differences } = await client.query(
          `select c, s from sluice.copied c full join said s on s.place = c.place where c is distinct from s`,
        );
        await client.query('truncate sluice.copied, said');
        expect(differences).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('fills only the columns that it is for', async () => {
    await send(copyOf(['text', 'place']), [
      ['a', 1],
      ['b', 2],
    ]);
    const { rows } = await client.query('select place, text, id from sluice.copied order by place');
    await client.query('truncate sluice.copied');
    expect(rows).toEqual([
      { place: 1, text: 'a', id: null },
      { place: 2, text: 'b', id: null },
    ]);
  });

  it('ends with its connection, once', async () => {
    const lost = new Client({ connectionString: testDatabaseUrl(), pipeline: true });
    lost.on('error', () => undefined);
    await lost.connect();
    const { rows } = await lost.query<{ pid: number }>('select pg_backend_pid() as pid');
    await client.query('begin; lock table sluice.copied');
    const sent = send(copyOf(['place']), [[1]], lost as unknown as PoolClient);
    const ended = sent.catch((error: unknown) => error);
    await client.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    expect(await ended).toBeInstanceOf(Error);
    await client.query('rollback');
    await lost.end();
  });

  it('knows every column that is written so', () => {
    const unknown = pgSchema('sluice').table('other', { labels: jsonb('labels') });
    expect(() => new CopyTarget(unknown, { labels: () => '{}' })).toThrow('COPY does not know how to write jsonb');
  });
});

describe('a COPY leaves nothing behind, and a connection that goes on, where', () => {
  const afterwards = async () => (await client.query('select count(*)::integer as n from sluice.copied')).rows;
  const long: Row = [1, 'x'.repeat(100_000)];
  /** More than the sockets of both ends hold. */
  const many = Array.from({ length: 300 }, () => long);

  it('Postgres refuses U+0000, in the first row or with many behind it', async () => {
    const target = copyOf(['place', 'text']);
    for (const rows of [[], many]) {
      await expect(send(target, [[1, 'a\0b'], ...rows])).rejects.toMatchObject({ code: '22021' });
      expect(await afterwards()).toEqual([{ n: 0 }]);
    }
  });

  it('Postgres refuses the statement while rows are on their way', async () => {
    const missing = pgSchema('sluice').table('missing', { text: text('text') });
    const target = new CopyTarget<Row>(missing, { text: (row) => row[1] });
    await expect(send(target, many)).rejects.toMatchObject({ code: '42P01' });
    expect(await afterwards()).toEqual([{ n: 0 }]);
  });

  it('a row cannot be made', async () => {
    const broken = new Error('no such row');
    function* rows() {
      yield* many;
      throw broken;
    }
    await expect(send(copyOf(['place', 'text']), rows())).rejects.toBe(broken);
    expect(await afterwards()).toEqual([{ n: 0 }]);
  });
});
