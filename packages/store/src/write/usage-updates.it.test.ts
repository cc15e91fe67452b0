import { type TraceRecord, type Usage } from '@sluice/record';
import { testUuid as uuid } from '@sluice/testbed/samples';
import { type TestWriter, openWriter } from './writer.testing';

const NOW = Date.UTC(2026, 10, 20) * 1000;

let writer: TestWriter;
beforeAll(() => {
  writer = openWriter({ now: NOW });
});
afterAll(() => writer.close());

const whole = { input: {}, output: {}, other: {}, total: null };
const details = { ...whole, output: { output: 5 } };

/** The usage in the `n`th request. */
const say = (n: number, usage: Usage): TraceRecord => ({
  kind: 'trace',
  recordId: uuid(n),
  receivedAt: NOW + n * 1000,
  traceId: uuid(1),
  updates: [],
  tags: [],
  observations: [{ id: uuid(2), counted: true, usage }],
});

async function stored(): Promise<unknown[]> {
  const { rows } = await writer.owner.query<Record<string, number>>(
    'select input_tokens::int as input, output_tokens::int as output, total_tokens::int as total from sluice.observations',
  );
  return rows;
}

test.each<[string, Usage, Usage, object]>([
  [
    'all of it replaces single counts, a sent total too',
    { input: { input: 7 }, total: 9 },
    details,
    { input: 0, output: 5, total: 5 },
  ],
  [
    'all of it replaces all of it',
    { ...whole, input: { input: 7 }, other: { pages: 1 }, total: 9 },
    details,
    { input: 0, output: 5, total: 5 },
  ],
  [
    'a single count replaces its part of all of it, and a sent total stays',
    { ...whole, input: { input: 7, input_cached: 3 }, output: { output: 1 }, total: 11 },
    { input: { input: 2 } },
    { input: 2, output: 1, total: 11 },
  ],
  [
    'a total that gives way is the sum of what replaces a part',
    { input: { input: 10 }, output: { output: 5 }, total: { atLeast: 15 } },
    { input: { input: 10, input_cached_tokens: 1200 } },
    { input: 1210, output: 5, total: 1215 },
  ],
  [
    'a total that gives way stays where it is larger, and buckets that nobody knows are in no sum',
    { input: { input: 10 }, other: { 'gen_ai.usage.input_images': 9, 'gen_ai.usage.output_images': 9 } },
    { output: { output: 5 }, total: { atLeast: 99 } },
    { input: 10, output: 5, total: 99 },
  ],
])('usage said again: %s, whichever is stored first', async (_, earlier, later, tokens) => {
  const records = [say(1, earlier), say(2, later)];
  const oneByOne = records.map((record) => [record]);
  for (const batches of [[records], oneByOne, oneByOne.toReversed()]) {
    await writer.clear();
    await writer.storeAll(batches);
    expect(await stored()).toEqual([tokens]);
    await writer.storeAll(oneByOne);
    expect(await stored()).toEqual([tokens]);
  }
});

it('sums tokens beyond 2^53 to the last digit, also when an observation comes or changes', async () => {
  const COUNT = 9009;
  const observed = (n: number, input: number) => ({ id: uuid(100 + n), counted: true, usage: { input: { input } } });
  const record = (n: number, observations: TraceRecord['observations']): TraceRecord => ({
    ...say(n, {}),
    observations,
  });
  const sums = async (): Promise<unknown> => {
    const tables = ['traces', 'trace_usage', 'daily_usage'].map(
      (table) => `(select string_agg(input_tokens || ' ' || total_tokens, ',') from sluice.${table}) as ${table}`,
    );
    return (await writer.owner.query<Record<string, string>>(`select ${tables.join(', ')}`)).rows[0];
  };
  const everywhere = (sum: string) => ({
    traces: `${sum} ${sum}`,
    trace_usage: `${sum} ${sum}`,
    daily_usage: `${sum} ${sum}`,
  });
  await writer.clear();
  await writer.storeAll([
    [
      record(
        1,
        Array.from({ length: COUNT }, (_, n) => observed(n, 999_999_999_999)),
      ),
    ],
  ]);
  expect(await sums()).toEqual(everywhere('9008999999990991'));
  await writer.storeAll([[record(2, [observed(COUNT, 2)])]]);
  expect(await sums()).toEqual(everywhere('9008999999990993'));
  await writer.storeAll([[record(3, [observed(0, 0)])]]);
  expect(await sums()).toEqual(everywhere('9007999999990994'));
});
