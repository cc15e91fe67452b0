import type { ClientBase } from 'pg';
import { inputOfMicros } from '../input/fuzz-input';
import type { ExpectedTrace, Ledger } from './ledger';
import { pointKey, timedKey } from './point-keys';
import type { Violation } from './violation';

const MOST_TOLD = 20;

/**
 * Compares everything that was spoken of since the last comparison with the rows, while nobody writes: each accepted
 * observation and point is stored once, and nothing else is.
 * @param lastPoint the place of the last point of the last comparison
 * @returns what is wrong, and the place of the last point
 */
export async function compareStored(
  sql: ClientBase,
  ledger: Ledger,
  lastPoint: string,
): Promise<{ readonly violations: readonly Violation[]; readonly lastPoint: string }> {
  const violations = [...(await compareTouched(sql, ledger)), ...(await compareTotals(sql, ledger))];
  const points = await comparePoints(sql, ledger, lastPoint);
  return { violations: [...violations, ...points.violations].slice(0, MOST_TOLD), lastPoint: points.lastPoint };
}

async function compareTouched(sql: ClientBase, ledger: Ledger): Promise<readonly Violation[]> {
  const stored = await readObservations(sql, [...ledger.touched]);
  const violations: Violation[] = [];
  for (const { index, candidates, stored: count } of ledger.partly) {
    const found = candidates.filter(({ trace, id }) => stored.get(trace)?.has(id) === true).length;
    if (found < count) violations.push({ index, what: `${count} spans were accepted, ${found} are stored` });
  }
  for (const [trace, ids] of stored) adopt(ledger, trace, ids);
  for (const trace of ledger.touched) {
    const expected = ledger.traces.get(trace);
    const ids = stored.get(trace);
    if (expected === undefined || ids === undefined) {
      if (expected !== undefined) violations.push({ index: expected.owner, what: `trace ${trace} is not stored` });
      continue;
    }
    for (const id of expected.observations) {
      if (!ids.has(id))
        violations.push({ index: expected.owner, what: `observation ${id} of trace ${trace} is not stored` });
    }
    for (const id of ids) {
      if (!expected.observations.has(id)) {
        violations.push({ index: expected.owner, what: `observation ${id} of trace ${trace} was not accepted` });
      }
    }
  }
  return violations;
}

type Stored = ReadonlyMap<string, ReadonlySet<string>>;

/** The observations of some traces, or of all. */
async function readObservations(sql: ClientBase, traces?: readonly string[]): Promise<Stored> {
  const { rows } = await sql.query<{ trace: string; ids: readonly (string | null)[] }>(
    `select t.id as trace, array_agg(o.id) as ids
     from sluice.traces t left join sluice.observations o on o.part = t.part and o.trace_id = t.id
     where $1::uuid[] is null or t.id = any($1::uuid[]) group by 1`,
    [traces ?? null],
  );
  return new Map(rows.map(({ trace, ids }) => [trace, new Set(ids.filter((id) => id !== null))]));
}

/** What unclear requests may have stored, and is stored, becomes expected. */
function adopt({ traces, possible }: Ledger, trace: string, ids: ReadonlySet<string>): void {
  const theirs = [...ids].filter((id) => possible.observations.has(`${trace}/${id}`));
  let expected: ExpectedTrace | undefined = traces.get(trace);
  if (expected === undefined && (theirs.length > 0 || possible.traces.has(trace))) {
    expected = { owner: inputOfTrace(trace), inputs: 1, observations: new Set() };
    traces.set(trace, expected);
  }
  for (const id of theirs) expected?.observations.add(id);
}

/** As `ownTraceId` writes it. */
const inputOfTrace = (trace: string): number => Number.parseInt(trace.replaceAll('-', '').slice(8, 16), 16);

/** Finds what is stored under ids that nobody sent, and whether anything was refused by the database. */
async function compareTotals(sql: ClientBase, ledger: Ledger): Promise<readonly Violation[]> {
  const { rows } = await sql.query<{ traces: string; observations: string; dead: string }>(
    `select (select count(*) from sluice.traces) as traces, (select count(*) from sluice.observations) as observations,
            (select count(*) from sluice.ingest_dead_letter) as dead`,
  );
  const [row] = rows;
  const violations: Violation[] = [];
  if (row?.dead !== '0') {
    const { rows: dead } = await sql.query<{ sqlstate: string; message: string; record: string }>(
      `select sqlstate, message, encode(record, 'hex') as record from sluice.ingest_dead_letter limit 3`,
    );
    violations.push({
      index: undefined,
      what: `${String(row?.dead)} dead letters: ${JSON.stringify(dead).slice(0, 2000)}`,
    });
  }
  const { traces, observations } = sumOf(ledger);
  if (Number(row?.traces) === traces && Number(row?.observations) === observations) return violations;
  for (const [trace, ids] of await readObservations(sql)) {
    const expected = ledger.traces.get(trace);
    const extra = [...ids].filter((id) => expected?.observations.has(id) !== true);
    if (expected === undefined || extra.length > 0) {
      const what = `trace ${trace} with ${extra.join()} is stored and was not accepted`;
      violations.push({ index: expected?.owner, what });
    }
  }
  const sum = sumOf(ledger);
  if (Number(row?.traces) !== sum.traces || Number(row?.observations) !== sum.observations) {
    const stored = `${String(row?.traces)} traces with ${String(row?.observations)} observations are stored`;
    violations.push({ index: undefined, what: `${stored}, ${sum.traces} with ${sum.observations} were accepted` });
  }
  return violations;
}

function sumOf({ traces }: Ledger): { readonly traces: number; readonly observations: number } {
  let observations = 0;
  for (const expected of traces.values()) observations += expected.observations.size;
  return { traces: traces.size, observations };
}

async function comparePoints(
  sql: ClientBase,
  ledger: Ledger,
  lastPoint: string,
): Promise<{ readonly violations: readonly Violation[]; readonly lastPoint: string }> {
  const { rows } = await sql.query<StoredPoint>(
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

interface StoredPoint {
  readonly name: string;
  readonly labels: string;
  readonly value: number;
  readonly seq: string;
  readonly micros: string;
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
