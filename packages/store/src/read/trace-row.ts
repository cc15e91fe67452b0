import type { JsonText, Micros } from '@sluice/record';
import { microsOf } from './database';
import { ENVIRONMENT } from './trace-filter';
import type { Trace } from './trace';

/** SQL: end minus start over the observations of a trace (alias t), as an interval. */
export const LATENCY = `case when t.observation_count = 0 then interval '0' else t.max_end - t.min_start end`;

/** SQL: the columns of `TraceRow` from `sluice.traces t`. */
export const TRACE_COLUMNS = `
  t.id, t.part, ${microsOf('t."timestamp"')} as "timestamp", t.name, t.user_id, t.session_id, t.release, t.version,
  ${ENVIRONMENT} as environment, coalesce(t.public, false) as public, to_json(t.tags)::text as tags, ${microsOf(LATENCY)} as latency,
  t.total_cost, t.observation_count, t.has_io, t.input_from, t.output_from,
  ${microsOf('t.created_at')} as created_at, ${microsOf('t.updated_at')} as updated_at`;

export interface TraceRow {
  readonly id: string;
  readonly part: number;
  readonly timestamp: Micros;
  readonly name: string | null;
  readonly user_id: string | null;
  readonly session_id: string | null;
  readonly release: string | null;
  readonly version: string | null;
  readonly environment: string;
  readonly public: boolean;
  readonly tags: JsonText;
  readonly latency: Micros;
  readonly total_cost: number;
  readonly observation_count: number;
  readonly has_io: boolean;
  readonly input_from: string | null;
  readonly output_from: string | null;
  readonly created_at: Micros;
  readonly updated_at: Micros;
}

export function fromTraceRow(row: TraceRow): Trace {
  return {
    id: row.id,
    timestamp: row.timestamp,
    name: row.name,
    userId: row.user_id,
    sessionId: row.session_id,
    release: row.release,
    version: row.version,
    environment: row.environment,
    public: row.public,
    tags: row.tags,
    latency: row.latency,
    totalCost: row.total_cost,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
