import { type Observation, type Outcome, type TraceRecord } from '@sluice/record';
import { HISTORY_START, testUuid as uuid } from '@sluice/testbed/samples';
import fc from 'fast-check';

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });

/** Few starts, so that several observations often start at once. */
const time = fc.integer({ min: 0, max: 4 }).map((seconds) => HISTORY_START + seconds * 1_000_000);

/** An observation that is seldom top-level: most traces are without a root for a while, or for good. */
const observation = fc.record({
  id: fc.integer({ min: 1, max: 4 }).map(uuid),
  parentId: fc.oneof(
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constant(undefined) },
    { weight: 8, arbitrary: fc.constantFrom(uuid(1), uuid(9)) },
  ),
  isRoot: fc.constantFrom(undefined, undefined, undefined, undefined, true, false),
  level: fc.constantFrom(undefined, undefined, 'DEFAULT', 'WARNING', 'ERROR', 'ERROR'),
  type: fc.constantFrom(undefined, 'SPAN', 'EVENT'),
  startTime: optional(time),
  endTime: optional(time),
  awaitsEnd: fc.constantFrom(undefined, true),
});

const record = (n: number) =>
  fc.record({
    n: fc.constant(n),
    project: fc.constantFrom(undefined, 'acme'),
    trace: fc.integer({ min: 1, max: 2 }),
    observations: fc.uniqueArray(observation, { selector: ({ id }) => id, maxLength: 3 }),
  });

/** Records of four traces of two projects, received one after the other. */
export const outcomeHistory: fc.Arbitrary<readonly TraceRecord[]> = fc
  .integer({ min: 1, max: 9 })
  .chain((n) => fc.tuple(...Array.from({ length: n }, (_, index) => record(index))))
  .map((plans) =>
    plans.map(({ n, project, trace, observations }) => ({
      kind: 'trace',
      recordId: uuid(1000 + n),
      receivedAt: HISTORY_START + n * 1000,
      ...(project !== undefined && { project }),
      traceId: uuid(100 + trace),
      updates: [],
      tags: [],
      observations: observations.map((sent) => ({ counted: true, ...defined(sent) })),
    })),
  );

type Sent = { readonly id: string } & Partial<Observation>;

const defined = (sent: object): Sent =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as Sent;

interface Expected {
  readonly outcome: Outcome;
  readonly isOpen: boolean;
}

/** Returns the outcome of each trace of a history, by project and trace id, straight from the text of the contract. */
export function expectedOutcomes(history: readonly TraceRecord[]): ReadonlyMap<string, Expected> {
  const traces = new Map<string, Map<string, Sent>>();
  for (const { project = '', traceId, receivedAt, observations } of history) {
    const key = `${project}/${traceId}`;
    const trace = traces.get(key) ?? new Map<string, Sent>();
    traces.set(key, trace);
    for (const each of observations) {
      const known = trace.get(each.id);
      // The receipt of the first record is the start until one is sent.
      trace.set(each.id, { version: `${receivedAt}`, ...known, ...each });
    }
  }
  return new Map([...traces].map(([key, trace]) => [key, outcomeOfRows([...trace.values()])]));
}

function outcomeOfRows(rows: readonly Sent[]): Expected {
  const has = (some: readonly Sent[], level: string) => some.some((row) => row.level === level);
  const roots = rootsOf(rows);
  const outcome = has(roots ?? firstOf(rows), 'ERROR')
    ? 'failed'
    : has(rows, 'ERROR')
      ? 'recovered'
      : has(rows, 'WARNING')
        ? 'warning'
        : 'ok';
  const awaitsEnd = (row: Sent) => row.endTime === undefined && row.awaitsEnd === true && row.type !== 'EVENT';
  return { outcome, isOpen: roots === undefined ? rows.length > 0 : roots.some(awaitsEnd) };
}

function rootsOf(rows: readonly Sent[]): readonly Sent[] | undefined {
  const topLevel = rows.filter(({ parentId }) => parentId === undefined || parentId === null);
  if (topLevel.length > 0) return topLevel;
  const marked = rows.filter(({ isRoot }) => isRoot === true);
  return marked.length > 0 ? marked : undefined;
}

function firstOf(rows: readonly Sent[]): readonly Sent[] {
  const startOf = ({ startTime, version }: Sent) => startTime ?? Number(version);
  return rows.toSorted((a, b) => startOf(a) - startOf(b) || (a.id < b.id ? -1 : 1)).slice(0, 1);
}
