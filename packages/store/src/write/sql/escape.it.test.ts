import { testDatabaseUrl } from '@sluice/testbed/servers';
import fc from 'fast-check';
import { Client } from 'pg';
import { arrayText } from './escape';

let client: Client;
beforeAll(async () => {
  client = new Client({ connectionString: testDatabaseUrl() });
  await client.connect();
});
afterAll(() => client.end());

test('an array is read by Postgres as the values that it was made of', async () => {
  const text = fc.string({ unit: fc.constantFrom('"', '\\', '{', '}', ',', ' ', '\n', 'NULL', 'a', '\u{1f6b0}') });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(text)), async (values) => {
      const { rows } = await client.query<{ values: unknown }>('select $1::text[] as values', [arrayText(values)]);
      expect(rows[0]?.values).toEqual(values);
    }),
  );
  const { rows } = await client.query<{ values: unknown }>('select $1::integer[] as values', [arrayText([1, -2])]);
  expect(rows[0]?.values).toEqual([1, -2]);
});
