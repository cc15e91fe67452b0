import type { OutgoingHttpHeaders } from 'node:http';

/** Request that is repeated, byte for byte, until it is acknowledged. */
export interface PlannedRequest {
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
  /** Number of observations or points. */
  readonly items: number;
}

/**
 * Requests of one client, computed from their number alone: the test need not store what it sent to know what must be stored. Each request
 * writes one group of items (of one request, of one trace).
 */
export interface Workload {
  /** Unique among the clients; part of every item's name. */
  readonly client: string;
  readonly stored: 'observation' | 'point';
  request(number: number): PlannedRequest;
  /** Number of items in a group; their indexes are 0 to this number, not included. */
  readonly itemsPerGroup: number;
  groupOf(request: number): number;
  /** Returns the requests that write a group. Each makes all items of the group that do not exist yet. */
  requestsOf(group: number): readonly number[];
  /** Returns the stored item after these of its requests, in any order; undefined where none of them makes such an item. */
  expected(item: ItemRef, applied: ReadonlySet<number>): string | undefined;
}

/** Outcome of a request for its client: acknowledged at least once, sent but never acknowledged, or not sent. */
export type Outcome = 'acknowledged' | 'unknown' | 'unsent';

/** Part of a client that decides what must be stored. */
export interface Sender {
  readonly workload: Workload;
  /** Name in the row of its project; clients of several projects may send the same items. */
  readonly project: string;
  /** Number of attempted requests: no request of this number or a higher one was sent. */
  readonly attempted: number;
  outcomeOf(request: number): Outcome;
}

/** Name of one item: its group (a request, a trace), and its index in the group. */
export interface ItemRef {
  readonly group: number;
  readonly index: number;
}

/** Returns the name of a stored item, `otlp-3/17/4`, which identifies its origin. */
export function itemName(client: string, { group, index }: ItemRef): string {
  return `${client}/${group}/${index}`;
}

export function parseItemName(name: string): { readonly client: string; readonly item: ItemRef } | undefined {
  const [, client, group, index] = /^([a-z]+-\d+)\/(\d{1,9})\/(\d{1,9})$/.exec(name) ?? [];
  return client === undefined ? undefined : { client, item: { group: Number(group), index: Number(index) } };
}

/** Stored observation as one line of text, as `OBSERVATION_SQL` reads it; null is the empty text. */
export interface ExpectedObservation {
  readonly traceId: string;
  readonly id: string;
  readonly parentId: string | null;
  readonly type: string | null;
  readonly model: string | null;
  /** Microseconds since the epoch. */
  readonly start: number | null;
  readonly end: number | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** JSON text. */
  readonly input: string | null;
  readonly output: string | null;
  /** JSON text, of observations of events alone: that of spans has what a span has beside. */
  readonly metadata?: string;
}

export function observationLine(row: ExpectedObservation): string {
  return [
    row.traceId,
    row.id,
    row.parentId,
    row.type,
    row.model,
    row.start,
    row.end,
    row.inputTokens,
    row.outputTokens,
    row.input,
    row.output,
    row.metadata,
  ]
    .map((value) => value ?? '')
    .join('|');
}

const MICROS = (column: string): string => `(extract(epoch from ${column}) * 1000000)::bigint`;

/**
 * Project, name and line of every stored observation, with its texts as views show them; an observation without a trace belongs to the
 * default project.
 */
export const OBSERVATION_SQL = `
  select coalesce(j.name, ''), o.name, concat_ws('|', coalesce(t.public_id, o.trace_id), o.id, coalesce(nullif(o.parent_id, '00000000-0000-0000-0000-000000000000')::text, ''), coalesce(o.type, ''),
         coalesce(o.model, ''), coalesce(${MICROS('o.start_time')}::text, ''), coalesce(${MICROS('o.end_time')}::text, ''),
         coalesce(o.input_tokens::text, ''), coalesce(o.output_tokens::text, ''), coalesce(v.input, ''), coalesce(v.output, ''),
         case when o.name like 'event-%' then coalesce(o.metadata, '') else '' end)
  from sluice.observations o left join sluice.traces t on t.part = o.part and t.id = o.trace_id
  left join sluice.projects j on j.id = t.project
  left join sluice.observation_view v on v.part = o.part and v.id = o.id and v.trace_id = coalesce(t.public_id, o.trace_id)
    and v.project is not distinct from j.name`;

/** Formats a stored point as one line of text. */
export function pointLine(point: {
  readonly metric: string;
  readonly timestamp: number;
  readonly value: number;
}): string {
  return [point.metric, point.timestamp, point.value].join('|');
}

/** Project, name and line of every stored point; its name is in its labels. */
export const POINT_SQL = `
  select j.name, s.labels ->> 'client' || '/' || (p.value::bigint / 100) || '/' || (p.value::bigint % 100),
         concat_ws('|', s.name, ${MICROS('p.ts')}, p.value)
  from sluice.metric_points p join sluice.metric_series s on s.id = p.series_id
  join sluice.projects j on j.id = s.project`;
