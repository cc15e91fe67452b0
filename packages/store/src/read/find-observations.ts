import { asSent } from './restore-sent-ids';
import { readTraceRow } from './get-trace';
import { patiently } from './database';
import { type SizedObservation, WINDOW_ITEM_BYTES, readGivenObservations, sizeGivenObservations } from './observations';
import type { StoredProject } from '../projects';
import { heldBytes } from './portions';
import { aboveFloor, type ProjectDatabase, isVisible, answeredId } from './project';
import type { FoundObservations, Observation, ObservationsQuery, Portions } from './trace';
import { READ_TRACE_COLUMNS, sizeOfTrace, versionOf } from './trace-row';
import type { ReadTraceRow } from './trace-row';

/** Observations of one trace. */
interface OfTrace {
  readonly trace: ReadTraceRow;
  readonly observations: readonly SizedObservation[];
}

/** Reads observations by their ids: of the given trace, otherwise of the newest trace that has each of them. */
export async function findObservations(
  database: ProjectDatabase,
  query: ObservationsQuery,
): Promise<FoundObservations> {
  const { ids, traceId, page, limit } = query;
  const idsByTrace = traceId === undefined ? await locate(database, ids) : await ofOneTrace(database, traceId, ids);
  const rows = [...idsByTrace.keys()];
  const traces = query.asSent === true ? await asSent(database, rows) : rows;
  const idsOf = [...idsByTrace.values()];
  const found: OfTrace[] = [];
  for (const [index, trace] of traces.entries()) {
    found.push({ trace, observations: await sizeGivenObservations(database, trace, idsOf[index] ?? []) });
  }
  const shown = cut(found, (page - 1) * limit, page * limit);
  const sizes = shown.flatMap(({ trace, observations }) => [...observations, sizeOfTrace(trace)]);
  const totalItems = found.reduce((sum, { observations }) => sum + observations.length, 0);
  return {
    totalItems,
    version: [versionOf(found.map(({ trace }) => trace)), ...ids].join(),
    heldBytes: heldBytes(sizes) + sizes.length * WINDOW_ITEM_BYTES,
    observations: read(patiently(database), shown),
  };
}

async function* read(database: ProjectDatabase, found: readonly OfTrace[]): Portions<Observation> {
  for (const { trace, observations } of found) yield* readGivenObservations(database, trace, observations);
}

/** Returns the observations from one index to another, counted over all traces. */
function cut(found: readonly OfTrace[], from: number, to: number): readonly OfTrace[] {
  let before = 0;
  return found.map(({ trace, observations }) => {
    const shown = observations.slice(Math.max(0, from - before), Math.max(0, to - before));
    before += observations.length;
    return { trace, observations: shown };
  });
}

type Located = ReadonlyMap<ReadTraceRow, readonly string[]>;

async function ofOneTrace(database: ProjectDatabase, traceId: string, ids: readonly string[]): Promise<Located> {
  const row = await readTraceRow(database, traceId);
  return new Map(row === undefined ? [] : [[row, ids]]);
}

/** Widths in hours of the windows that are searched, newest first; the last one is repeated. */
const WINDOWS = [24, 7 * 24, 28 * 24, 112 * 24];

/** SQL: the observations with one of the ids, from all entries of the primary key in these receipt hours. */
const ENTRIES = `select o.id, o.trace_id from sluice.observations o where o.part between $1 and $2 and o.id = any($3::uuid[])`;

/** SQL: the same from the entries below the traces of a project, so that the cost depends on the project's own data. */
const entriesOf = (project: StoredProject): string => `
  select o.id, o.trace_id from sluice.traces t cross join lateral (
    select o.id, o.trace_id from sluice.observations o
    where o.part = t.part and o.part between $1 and $2 and o.trace_id = t.id and (o.id = any($3::uuid[])) is true offset 0
  ) o
  where t.part between $1 and $2 and ${isVisible(project)}`;

/**
 * Traces of other projects per trace of the project, from which on a look-up below each of its traces is faster than reading all entries.
 */
const OTHERS_PER_TRACE = 3;

/**
 * SQL: whether the project has most of the traces in these receipt hours. A single project has; otherwise at most four index entries are
 * counted for each of its traces.
 */
const hasMost = (project: StoredProject): string => `
  select case when not exists (select from sluice.projects p where p.id <> ${project.id}) then true else (
    select own.count * ${OTHERS_PER_TRACE} >= (
      select count(*) from (
        select from sluice.traces t where t.part between $1 and $2 limit own.count * ${OTHERS_PER_TRACE + 1} + 1
      ) t
    ) - own.count
    from (select count(*) from sluice.traces t where t.project = ${project.id} and t.part between $1 and $2) own
  ) end as "hasMost"`;

/**
 * Reads the traces that contain observations, newest first. No index has observations by their id alone, so the entries of the primary key
 * are read, of the newest days first: most requested observations are new (RATIONALE.md). A project with a small share of the traces reads
 * below its own traces only, so that its cost does not depend on the data of others.
 */
async function locate({ query, project }: ProjectDatabase, ids: readonly string[]): Promise<Located> {
  // By the index of parts, which `isVisible` keeps from.
  const [range] = await query<{ readonly first: number | null; readonly last: number | null }>({
    text: `select min(t.part) as first, max(t.part) as last from sluice.traces t where t.project = ${project.id} and ${aboveFloor(project)}`,
  });
  const first = range?.first ?? 0;
  const located = new Map<string, { readonly trace: ReadTraceRow; readonly ids: string[] }>();
  let left = [...ids];
  for (let to = range?.last ?? -1, n = 0; to >= first && left.length > 0; n += 1) {
    const from = Math.max(first, to - (WINDOWS[Math.min(n, WINDOWS.length - 1)] ?? 0) + 1);
    const [share] = await query<{ readonly hasMost: boolean }>({ text: hasMost(project), values: [from, to] });
    const rows = await query<ReadTraceRow & { readonly observation: string }>({
      text: `
        with found as materialized (
          ${share?.hasMost === true ? ENTRIES : entriesOf(project)}
        )
        select * from (
          select distinct on (f.id) f.id as observation, ${READ_TRACE_COLUMNS}
          from found f join sluice.traces t on t.id = f.trace_id
          where ${isVisible(project)}
          order by f.id, t.part desc, t.created_at desc, ${answeredId(project)} desc
        ) newest
        order by newest.part desc, newest.created_at desc, newest.id desc`,
      values: [from, to, left],
    });
    for (const { observation, ...trace } of rows) {
      const before = located.get(trace.key);
      if (before === undefined) located.set(trace.key, { trace, ids: [observation] });
      else before.ids.push(observation);
    }
    const found = new Set(rows.map(({ observation }) => observation));
    left = left.filter((id) => !found.has(id));
    to = from - 1;
  }
  return new Map([...located.values()].map(({ trace, ids }) => [trace, ids]));
}
