import type { ClientBase } from 'pg';
import { inputOfMicros } from '../input/fuzz-input';
import type { ExpectedTrace, Ledger } from './ledger';
import { pointKey, timedKey } from './text';
import type { Violation } from './violation';

const MOST_VIOLATIONS = 20;

interface Compared {
  readonly violations: readonly Violation[];
  /** The place of the last point. */
  readonly lastPoint: string;
}

/**
 * Compares the ledger with the rows, while nobody writes: each accepted trace, observation and point is stored once, and
 * nothing else is but what unclear requests may have stored.
 * @param lastPoint the place of the last point of the last comparison
 */
export async function compareStored(sql: ClientBase, ledger: Ledger, lastPoint: string): Promise<Compared> {
  const traces = await compareTraces(sql, ledger);
  const points = await comparePoints(sql, ledger, lastPoint);
  const violations = [...(await deadLetters(sql)), ...traces, ...points.violations].slice(0, MOST_VIOLATIONS);
  return { violations, lastPoint: points.lastPoint };
}

async function deadLetters(sql: ClientBase): Promise<readonly Violation[]> {
  const { rows } = await sql.query<{ sqlstate: string; message: string; record: string }>(
    `select sqlstate, message, encode(record, 'hex') as record from sluice.ingest_dead_letter`,
  );
  const what = `${rows.length} dead letters: ${JSON.stringify(rows.slice(0, 3)).slice(0, 2000)}`;
  return rows.length === 0 ? [] : [{ index: undefined, what }];
}

async function compareTraces(sql: ClientBase, ledger: Ledger): Promise<readonly Violation[]> {
  const { rows } = await sql.query<{ trace: string | null; ids: readonly string[] }>(
    `select t.id as trace, array_remove(array_agg(o.id), null) as ids
     from sluice.traces t full join sluice.observations o on o.part = t.part and o.trace_id = t.id group by 1`,
  );
  const stored = new Map(rows.flatMap(({ trace, ids }) => (trace === null ? [] : [[trace, new Set(ids)] as const])));
  const orphans = rows.find(({ trace }) => trace === null)?.ids ?? [];
  const violations: Violation[] = orphans.map((id) => ({ index: undefined, what: `observation ${id} has no trace` }));
  for (const { index, candidates, stored: count } of ledger.partly) {
    const found = candidates.filter(({ trace, id }) => stored.get(trace)?.has(id) === true).length;
    if (found < count) violations.push({ index, what: `${count} spans were accepted, ${found} are stored` });
  }
  for (const [trace, ids] of stored) {
    const expected = adopt(ledger, trace, ids);
    const index = expected?.owner ?? inputOfTrace(trace);
    if (expected === undefined) violations.push({ index, what: `trace ${trace} is stored and was not accepted` });
    for (const id of expected === undefined ? [] : ids) {
      if (expected?.observations.has(id) === true) continue;
      violations.push({ index, what: `observation ${id} of trace ${trace} is stored and was not accepted` });
    }
  }
  for (const [trace, { owner: index, observations }] of ledger.traces) {
    const ids = stored.get(trace);
    if (ids === undefined) violations.push({ index, what: `trace ${trace} is not stored` });
    for (const id of ids === undefined ? [] : observations) {
      if (ids?.has(id) !== true) violations.push({ index, what: `observation ${id} of trace ${trace} is not stored` });
    }
  }
  return violations;
}

/** What unclear requests may have stored, and is stored, becomes expected. */
function adopt({ traces, possible }: Ledger, trace: string, ids: ReadonlySet<string>): ExpectedTrace | undefined {
  const theirs = [...ids].filter((id) => possible.observations.has(`${trace}/${id}`));
  let expected: ExpectedTrace | undefined = traces.get(trace);
  if (expected === undefined && (theirs.length > 0 || possible.traces.has(trace))) {
    expected = { owner: inputOfTrace(trace), inputs: 1, observations: new Set() };
    traces.set(trace, expected);
  }
  for (const id of theirs) expected?.observations.add(id);
  return expected;
}

/** As `ownTraceId` writes it. */
const inputOfTrace = (trace: string): number => Number.parseInt(trace.replaceAll('-', '').slice(8, 16), 16);

async function comparePoints(sql: ClientBase, ledger: Ledger, lastPoint: string): Promise<Compared> {
  const { rows } = await sql.query<{ name: string; labels: string; value: number; seq: string; micros: string }>(
    `select s.name, s.labels::text as labels, p.value, p.seq, (extract(epoch from p.ts) * 1000000)::bigint::text as micros
     from sluice.metric_points p join sluice.metric_series s on s.id = p.series_id where p.seq > $1 order by p.seq`,
    [lastPoint],
  );
  const left = new Map(ledger.points);
  const possible = new Map(ledger.possible.points);
  const violations: Violation[] = [];
  for (const row of rows) {
    const point = pointKey(row.name, JSON.parse(row.labels), row.value);
    const timed = timedKey(point, row.micros);
    const micros = BigInt(row.micros);
    const owner = inputOfMicros(micros);
    // Where the time tells whose it is, no point without a time is meant.
    const keys = owner === undefined ? [timed, point] : [timed];
    if (takeOne(left, keys) || takeOne(possible, keys) || hasPossibleTime(ledger, micros, owner)) continue;
    violations.push({ index: owner, what: `a point is stored and was not accepted: ${timed}` });
  }
  for (const [key, count] of left) {
    if (count <= 0) continue;
    const micros = /\n(\d+)$/.exec(key)?.[1];
    const index = micros === undefined ? undefined : inputOfMicros(BigInt(micros));
    violations.push({ index, what: `${count} points were accepted and are not stored: ${key}` });
  }
  return { violations, lastPoint: rows.at(-1)?.seq ?? lastPoint };
}

function hasPossibleTime({ possible }: Ledger, micros: bigint, owner: number | undefined): boolean {
  return (owner !== undefined && possible.inputs.has(owner)) || possible.micros.has(micros);
}

/** Takes a point off the first of its keys that has one left. @returns whether one has */
function takeOne(left: Map<string, number>, keys: readonly string[]): boolean {
  const key = keys.find((each) => (left.get(each) ?? 0) > 0);
  if (key !== undefined) left.set(key, (left.get(key) ?? 0) - 1);
  return key !== undefined;
}
