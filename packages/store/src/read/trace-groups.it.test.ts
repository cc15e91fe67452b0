import fc from 'fast-check';
import { type TestReader, whileTracesAreLocked } from './reader.testing';
import { BASE, MINUTE, PART, type Row, everything, openSelectionRows, outcomeOf } from './selection-rows.testing';
import { type TraceGroup, type TraceGroupsQuery, traceGroups } from './trace-groups';

let reader: TestReader;
let rows: readonly Row[];

beforeAll(async () => {
  ({ reader, rows } = await openSelectionRows());
});
afterAll(() => reader.close());

const valuesOf = (row: Row, by: TraceGroupsQuery['by']): readonly (string | null)[] => {
  if (by === 'outcome') return [outcomeOf(row)];
  if (by === 'tags') return row.tags.length === 0 ? [null] : row.tags;
  return [by === 'environment' ? (row.environment ?? 'default') : row[by as 'userId' | 'release']];
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
      failed: own.filter((row) => outcomeOf(row) === 'failed').length,
      totalCost: own.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
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
    by: fc.constantFrom<TraceGroupsQuery['by']>('userId', 'environment', 'tags', 'release', 'outcome'),
    orderBy: fc.constantFrom<TraceGroupsQuery['orderBy']>('count', 'errors', 'failed', 'totalCost', 'totalTokens'),
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
          (!isCostly || (row.cost ?? 0) > 0),
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
