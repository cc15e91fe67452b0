import fc from 'fast-check';
import { type TestReader, openReader, whileTracesAreLocked } from './reader.testing';
import { type TraceGroup, type TraceGroupsQuery, traceGroups } from './trace-groups';

const PART = 494_000;
const BASE = Date.UTC(2026, 10, 20, 12) * 1000;
const MINUTE = 60_000_000;
const uuid = (n: number): string => `${n.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;

interface Row {
  readonly project: 0 | 1;
  /** After BASE. */
  readonly minute: number;
  readonly userId: string | null;
  readonly environment: string | null;
  readonly tags: readonly string[];
  readonly cost: number;
  readonly tokens: number;
  readonly hasError: boolean;
}

const arbitrary: fc.Arbitrary<Row[]> = fc.array(
  fc.record({
    project: fc.constantFrom<0 | 1>(0, 0, 1),
    minute: fc.integer({ min: 0, max: 59 }),
    userId: fc.constantFrom('ada', 'Bob', 'ä', '', null),
    environment: fc.constantFrom('production', null),
    tags: fc.subarray(['x', 'y', 'z']),
    cost: fc.constantFrom(0, 0.25, 1.5),
    // Two of them are beyond what a double tells apart.
    tokens: fc.constantFrom(0, 7, 9_007_199_254_740_991),
    hasError: fc.boolean(),
  }),
  { minLength: 60, maxLength: 60 },
);

let reader: TestReader;
let rows: readonly Row[];

beforeAll(async () => {
  reader = openReader();
  await reader.owner.query('select sluice.ensure_trace_partitions($1, $2)', [PART, PART + 1]);
  await reader.owner.query(`select sluice.ensure_projects('{acme}')`);
  rows = fc.sample(arbitrary, { numRuns: 1, seed: 7 })[0] ?? [];
  for (const [n, row] of rows.entries()) await insert(n, row);
});
afterAll(() => reader.close());

async function insert(n: number, row: Row): Promise<void> {
  if (row.hasError) {
    await reader.owner.query(
      `insert into sluice.observations (part, trace_id, id, level, counted, created_at, updated_at, stamp)
       values ($1, $2, $3, 'ERROR', true, now(), now(), '3')`,
      [PART, uuid(n), uuid(n)],
    );
  }
  await reader.owner.query(
    `insert into sluice.traces (id, part, shard, project, public_id, user_id, environment, tags, "timestamp", observation_count,
       total_cost, input_tokens, output_tokens, total_tokens, error_count, created_at, updated_at, stamp)
     select $1::uuid, $2, 0, $3::integer, case when $3 > 0 then $1 end, $4, $5, $6, t, 1, $7, $8, 1, $8, $9, t, t, '3'
     from (select timestamptz 'epoch' + $10::bigint * interval '1 microsecond' as t) x`,
    [
      uuid(n),
      PART,
      row.project,
      row.userId,
      row.environment,
      row.tags,
      row.cost,
      row.tokens,
      row.hasError ? 1 : 0,
      BASE + row.minute * MINUTE,
    ],
  );
}

const everything = { tags: [], environments: [] };

const valuesOf = (row: Row, by: TraceGroupsQuery['by']): readonly (string | null)[] => {
  if (by === 'tags') return row.tags.length === 0 ? [null] : row.tags;
  return [by === 'userId' ? row.userId : by === 'environment' ? (row.environment ?? 'default') : null];
};

/** The rule of the contract, in plain code. */
function expected(selected: readonly Row[], { by, orderBy }: TraceGroupsQuery): readonly TraceGroup[] {
  const groups = [...new Set(selected.flatMap((row) => valuesOf(row, by)))].map((value) => {
    const own = selected.filter((row) => valuesOf(row, by).includes(value));
    const tokens = own.reduce((sum, row) => sum + BigInt(row.tokens), 0n);
    const times = own.map(({ minute }) => BASE + minute * MINUTE);
    return {
      value,
      count: own.length,
      errors: own.filter(({ hasError }) => hasError).length,
      totalCost: own.reduce((sum, { cost }) => sum + cost, 0),
      inputTokens: String(tokens),
      outputTokens: String(own.length),
      totalTokens: String(tokens),
      from: Math.min(...times),
      to: Math.max(...times),
    };
  });
  const rank = (group: TraceGroup): bigint =>
    orderBy === 'totalTokens' ? BigInt(group.totalTokens) : BigInt(Math.round(group[orderBy] * 100));
  const bytes = ({ value }: TraceGroup): Buffer => Buffer.from(value ?? '\u{10FFFF}\u{10FFFF}');
  return groups.sort((a, b) => Number(rank(b) > rank(a)) - Number(rank(b) < rank(a)) || bytes(a).compare(bytes(b)));
}

it('sums the traces of the selection by the values of a field, the most first', async () => {
  const query = fc.record({
    project: fc.constantFrom<0 | 1>(0, 1),
    first: fc.integer({ min: 0, max: 50 }),
    by: fc.constantFrom<TraceGroupsQuery['by']>('userId', 'environment', 'tags', 'release'),
    orderBy: fc.constantFrom<TraceGroupsQuery['orderBy']>('count', 'errors', 'totalCost', 'totalTokens'),
    limit: fc.integer({ min: 1, max: 8 }),
    user: fc.constantFrom(undefined, 'ada'),
    isCostly: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(query, async ({ project, first, by, orderBy, limit, user, isCostly }) => {
      const asked: TraceGroupsQuery = {
        filter: { ...everything, from: BASE + first * MINUTE, ...(user !== undefined && { userId: user }) },
        ...(isCostly && { conditions: [{ type: 'number', column: 'totalCost', operator: '>', value: 0 }] }),
        ...{ by, orderBy, limit },
      };
      const selected = rows.filter(
        (row) =>
          row.project === project &&
          row.minute >= first &&
          (user === undefined || row.userId === user) &&
          (!isCostly || row.cost > 0),
      );
      const all = expected(selected, asked);
      const { groups, totalItems } = await reader.reads.of(project === 0 ? undefined : 'acme').traceGroups(asked);
      expect(groups).toEqual(all.slice(0, limit));
      expect(totalItems).toBe(all.length);
    }),
    { numRuns: 80 },
  );
});

const byUser: TraceGroupsQuery = { filter: everything, by: 'userId', orderBy: 'count', limit: 10 };

it('hides what is below the floor of the project', async () => {
  await reader.owner.query('update sluice.projects set part = $1 where id = 1', [PART + 1]);
  expect(await reader.reads.of('acme').traceGroups(byUser)).toMatchObject({ groups: [], totalItems: 0 });
  await reader.owner.query('update sluice.projects set part = 0');
});

it('refuses to go on where it takes too long', async () => {
  const late = whileTracesAreLocked(reader, (database) => traceGroups(database, byUser, 50));
  await expect(late).rejects.toThrow('ask for a shorter time range');
});
