import type { ClientBase } from 'pg';
import { inputOfMicros } from '../input/fuzz-input';
import type { Ledger } from './ledger';
import { pointKey, timedKey } from './text';
import type { Violation } from './violation';

const MAX_VIOLATIONS = 20;

interface Compared {
  readonly violations: readonly Violation[];
  /** Sequence number of the last point. */
  readonly lastPoint: string;
}

/** Rows that one project must have. */
export interface Expected {
  /** Name of the project in its row. */
  readonly project: string;
  readonly ledger: Ledger;
  /** Sequence number of the last point of the last comparison. */
  readonly lastPoint: string;
}

/**
 * Compares the ledger of a project with its rows, while no process writes: each accepted trace, observation and point is stored once. Other
 * rows must be from unclear requests; they are expected from then on.
 */
export async function compareStored(sql: ClientBase, expected: Expected): Promise<Compared> {
  const items = await compareItems(sql, expected);
  const points = await comparePoints(sql, expected);
  const scores = await compareScores(sql, expected);
  const violations = [...(await deadLetters(sql)), ...items, ...points.violations, ...scores].slice(0, MAX_VIOLATIONS);
  return { violations, lastPoint: points.lastPoint };
}

/** Ids as they were sent. An observation without a trace belongs to the default project. */
const ITEMS = `
  with wanted as (select id from sluice.projects where name = $1)
  select coalesce(public_id, id)::text as item from sluice.traces where project = (select id from wanted)
  union all
  select coalesce(t.public_id, o.trace_id) || '/' || o.id
  from sluice.observations o left join sluice.traces t on t.part = o.part and t.id = o.trace_id
  where coalesce(t.project, 0) = (select id from wanted)`;

const SCORES = `
  select sent_id from sluice.scores where project = (select id from sluice.projects where name = $1)`;

const POINTS = `
  select s.name, s.labels::text as labels, p.value, p.seq, (extract(epoch from p.ts) * 1000000)::bigint::text as micros
  from sluice.metric_points p join sluice.metric_series s on s.id = p.series_id
  where p.seq > $1 and s.project = (select id from sluice.projects where name = $2) order by p.seq`;

/** Finds rows of projects that no input was sent to. */
export async function strangers(sql: ClientBase, projects: readonly string[]): Promise<readonly Violation[]> {
  const { rows } = await sql.query<{ name: string }>('select name from sluice.projects where name <> all($1::text[])', [
    projects,
  ]);
  return rows.map(({ name }) => ({ index: undefined, what: `there is a project ${JSON.stringify(name)}` }));
}

async function deadLetters(sql: ClientBase): Promise<readonly Violation[]> {
  const { rows } = await sql.query<{ sqlstate: string; message: string; record: string }>(
    `select sqlstate, message, encode(record, 'hex') as record from sluice.ingest_dead_letter`,
  );
  const what = `${rows.length} dead letters: ${JSON.stringify(rows.slice(0, 3)).slice(0, 2000)}`;
  return rows.length === 0 ? [] : [{ index: undefined, what }];
}

async function compareItems(
  sql: ClientBase,
  { project, ledger: { items, traces, partly, possible } }: Expected,
): Promise<readonly Violation[]> {
  const { rows } = await sql.query<{ item: string }>(ITEMS, [project]);
  const stored = new Set(rows.map(({ item }) => item));
  const violations: Violation[] = [];
  for (const { index, candidates, stored: count } of partly) {
    const found = candidates.filter((item) => stored.has(item)).length;
    if (found < count) violations.push({ index, what: `${count} spans were accepted, ${found} are stored` });
  }
  for (const item of stored) {
    if (items.has(item)) continue;
    const index = inputOfTrace(item);
    if (possible.items.has(item)) {
      items.set(item, index);
      if (!item.includes('/')) traces.set(item, 1);
    } else violations.push({ index, what: `${item} is stored and was not accepted` });
  }
  for (const [item, index] of items) {
    if (!stored.has(item)) violations.push({ index, what: `${item} was accepted and is not stored` });
  }
  return violations;
}

/** Reads the input's number from an id of `ownTraceId`. */
const inputOfTrace = (item: string): number => Number.parseInt(item.replaceAll('-', '').slice(8, 16), 16);

async function compareScores(sql: ClientBase, { project, ledger }: Expected): Promise<readonly Violation[]> {
  const { rows } = await sql.query<{ sent_id: string }>(SCORES, [project]);
  return ledger.scores.compare(new Set(rows.map(({ sent_id }) => sent_id)));
}

async function comparePoints(sql: ClientBase, { project, ledger, lastPoint }: Expected): Promise<Compared> {
  const { rows } = await sql.query<{ name: string; labels: string; value: number; seq: string; micros: string }>(
    POINTS,
    [lastPoint, project],
  );
  const left = new Map(ledger.points);
  const possible = new Map(ledger.possible.points);
  const violations: Violation[] = [];
  for (const row of rows) {
    const point = pointKey(row.name, JSON.parse(row.labels), row.value);
    const timed = timedKey(point, row.micros);
    const micros = BigInt(row.micros);
    const owner = inputOfMicros(micros);
    // A time that belongs to one input excludes the key without a time.
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

/** Subtracts one from the first of the keys that has a count left. @returns whether a key had */
function takeOne(left: Map<string, number>, keys: readonly string[]): boolean {
  const key = keys.find((each) => (left.get(each) ?? 0) > 0);
  if (key !== undefined) left.set(key, (left.get(key) ?? 0) - 1);
  return key !== undefined;
}
