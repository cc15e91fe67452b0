import { ANSWER_LIMITS, explainingStep, sentObservationId } from '@sluice/record';
import { microsOf } from './database';
import { START } from '../observation-values';
import { type ProjectQueries, aboveFloor } from './project';
import type { TraceFailure } from './trace';
import { partsOf } from './trace-extras';
import type { ReadTraceRow } from './trace-row';

/**
 * Limit of the failed steps of a trace that are compared: those that started last where the trace failed, else the first ones
 * (contract: Outcome). With it a page of the most traces reads 40,000 rows, of few bytes each.
 */
const MAX_COMPARED_STEPS = 200;

interface StepRow {
  readonly key: string;
  readonly id: string;
  readonly parentId: string | null;
  /** Not empty where a message is stored; the text itself is read for the chosen step alone, as it may be long. */
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/** Reads the failed steps that explain the outcomes of the given traces, by trace key. */
export async function readFailures(
  queries: ProjectQueries,
  rows: readonly ReadTraceRow[],
): Promise<ReadonlyMap<string, TraceFailure>> {
  const failed = rows.filter(({ error_count: errors }) => errors > 0);
  if (failed.length === 0) return new Map();
  const outcomes = new Map(failed.map(({ key, outcome }) => [key, outcome]));
  const steps = new Map<string, StepRow[]>();
  for (const step of await readSteps(queries, failed)) {
    const known = steps.get(step.key);
    if (known === undefined) steps.set(step.key, [step]);
    else known.push(step);
  }
  const chosen = [...steps].flatMap(([key, some]) => explainingStep(some, outcomes.get(key) === 'failed') ?? []);
  return readMessages(queries, failed, chosen);
}

/** Reads which steps have failed, without their texts. The index of failed observations has all that selects and sorts. */
function readSteps({ query, project }: ProjectQueries, traces: readonly ReadTraceRow[]): Promise<readonly StepRow[]> {
  const some = (direction: 'asc' | 'desc', isOfFailed: string): string => `
    (select o.id, o.parent_id, case when octet_length(o.status_message) > 0 then 'sent' else '' end as message,
            ${microsOf(START)} as start, ${microsOf(`greatest(o.end_time, ${START})`)} as "end"
     from sluice.observations o
     where ${isOfFailed} and o.part = any($4) and o.part = t.part and o.trace_id = t.id and o.level = 'ERROR'
     order by ${START} ${direction}, o.id ${direction} limit ${MAX_COMPARED_STEPS})`;
  return query<StepRow>({
    text: `
      select t.id as key, e.id, e.parent_id as "parentId", e.message, e.start, e."end"
      from unnest($1::uuid[], $2::integer[], $3::boolean[]) as t (id, part, has_failed)
      cross join lateral (${some('desc', 't.has_failed')} union all ${some('asc', 'not t.has_failed')}) e
      where ${aboveFloor(project)}`,
    values: [
      traces.map(({ key }) => key),
      traces.map(({ part }) => part),
      traces.map(({ outcome }) => outcome === 'failed'),
      partsOf(traces),
    ],
  });
}

interface MessageRow {
  readonly key: string;
  readonly name: string | null;
  readonly message: string;
  /** Id as sent, of an id that is any text. */
  readonly sentId: string | null;
}

/** Reads name and message of the chosen steps. */
async function readMessages(
  { query }: ProjectQueries,
  traces: readonly ReadTraceRow[],
  chosen: readonly StepRow[],
): Promise<ReadonlyMap<string, TraceFailure>> {
  if (chosen.length === 0) return new Map();
  const byKey = new Map(traces.map((row) => [row.key, row]));
  const found = await query<MessageRow>({
    text: `
      select t.trace_id as key, o.sent_id as "sentId", o.name, o.message
      from unnest($1::integer[], $2::uuid[], $3::uuid[]) as t (part, trace_id, id)
      cross join lateral (
        select o.sent_id, o.name, left(o.status_message, ${ANSWER_LIMITS.preview}) as message from sluice.observations o
        where o.part = any($4) and o.part = t.part and o.trace_id = t.trace_id and o.id = t.id and o.status_message is not null limit 1
      ) o`,
    values: [
      chosen.map(({ key }) => byKey.get(key)?.part),
      chosen.map(({ key }) => key),
      chosen.map(({ id }) => id),
      partsOf(traces),
    ],
  });
  const ids = new Map(chosen.map(({ key, id }) => [key, id]));
  return new Map(
    found.map(({ key, sentId, name, message }) => {
      const id = ids.get(key) ?? '';
      const observationId = sentId ?? (byKey.get(key)?.as_sent === true ? sentObservationId(id) : id);
      return [key, { observationId, name, message }];
    }),
  );
}
