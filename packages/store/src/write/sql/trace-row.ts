import {
  type Micros,
  type TraceFields,
  type TraceIo,
  NIL_UUID,
  formatMicros,
  joinMembers,
  parseTime,
  splitMembers,
} from '@sluice/record';
import { parseUsd, usdText } from '../state/money';
import { parseStamps, stampsText } from '../state/stamped';
import type { TraceSummary } from '../state/summary';
import type { TraceState } from '../state/trace-state';
import { timeText } from './time-text';

/** The columns of `traces`, in the order of `toTraceRow`. */
export const TRACE_COLUMNS = [
  'id',
  'part',
  'shard',
  'name',
  'user_id',
  'session_id',
  'release',
  'version',
  'environment',
  'public',
  'tags',
  'tag_stamps',
  'sent_timestamp',
  'timestamp',
  'input_from',
  'output_from',
  'has_io',
  'min_start',
  'max_end',
  'observation_count',
  'input_tokens',
  'output_tokens',
  'total_tokens',
  'total_cost',
  'created_at',
  'updated_at',
  'stamp',
  'stamps',
] as const;

/** A trace with everything its row holds. */
export interface StoredTrace {
  readonly id: string;
  readonly part: number;
  readonly shard: number;
  readonly state: TraceState;
  readonly summary: TraceSummary;
}

/** A row of `trace_io`. */
export interface TraceIoRow {
  readonly part: number;
  readonly trace_id: string;
  readonly input: string | null;
  readonly output: string | null;
  readonly metadata: string | null;
}

/** A row of `traces` as `rowsOf` returns it. */
export interface TraceRow {
  readonly id: string;
  readonly part: number;
  readonly shard: number;
  readonly name: string | null;
  readonly user_id: string | null;
  readonly session_id: string | null;
  readonly release: string | null;
  readonly version: string | null;
  readonly environment: string | null;
  readonly public: boolean | null;
  readonly tags: readonly string[];
  readonly tag_stamps: readonly string[];
  readonly sent_timestamp: string | null;
  readonly input_from: string | null;
  readonly output_from: string | null;
  readonly has_io: boolean;
  readonly min_start: string | null;
  readonly max_end: string | null;
  readonly observation_count: number;
  readonly input_tokens: bigint;
  readonly output_tokens: bigint;
  readonly total_tokens: bigint;
  readonly total_cost: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly stamp: string;
  readonly stamps: string | null;
}

/** When the trace happened, as lists and daily metrics see it (contract: Defaults are never stored as values). */
export function effectiveTimestamp(trace: Pick<StoredTrace, 'state' | 'summary'>): Micros {
  return trace.state.fields.timestamp ?? trace.summary.minStart ?? trace.state.createdAt;
}

/** The nil UUID is no observation's: read as its input it is none, and merging still knows that a root said so. */
function source(io: TraceIo | undefined): string | null {
  if (io === undefined || 'text' in io) return null;
  return 'none' in io ? NIL_UUID : io.observationId;
}

const ownText = (io: TraceIo | undefined): string | null => (io !== undefined && 'text' in io ? io.text : null);

/** The row of `trace_io` for a trace; undefined where it has no text or metadata of its own. */
export function toTraceIoRow({ id, part, state }: StoredTrace): TraceIoRow | undefined {
  const input = ownText(state.fields.input);
  const output = ownText(state.fields.output);
  const metadata = joinMembers(state.fields.metadata);
  return input === null && output === null && metadata === null
    ? undefined
    : { part, trace_id: id, input, output, metadata };
}

export function toTraceRow(trace: StoredTrace): readonly unknown[] {
  const { state, summary } = trace;
  const { fields } = state;
  return [
    trace.id,
    trace.part,
    trace.shard,
    fields.name,
    fields.userId,
    fields.sessionId,
    fields.release,
    fields.version,
    fields.environment,
    fields.public,
    [...state.tags.keys()],
    [...state.tags.values()],
    timeText(fields.timestamp),
    formatMicros(effectiveTimestamp(trace)),
    source(fields.input),
    source(fields.output),
    ownText(fields.input) !== null || ownText(fields.output) !== null || (fields.metadata?.size ?? 0) > 0,
    timeText(summary.minStart),
    timeText(summary.maxEnd),
    summary.observations,
    `${summary.inputTokens}`,
    `${summary.outputTokens}`,
    `${summary.totalTokens}`,
    usdText(summary.cost),
    formatMicros(state.createdAt),
    formatMicros(state.updatedAt),
    state.stamp,
    stampsText(state.stamps),
  ];
}

const micros = (text: string | null): Micros | undefined => (text === null ? undefined : parseTime(text)?.micros);

/** The reverse of `toTraceRow` and `toTraceIoRow`. */
export function fromTraceRow(row: TraceRow, ioRow: TraceIoRow | undefined): StoredTrace {
  const io = (from: string | null, text: string | null | undefined): TraceIo | undefined => {
    if (from !== null) return from === NIL_UUID ? { none: true } : { observationId: from };
    return typeof text === 'string' ? { text } : undefined;
  };
  const metadata = splitMembers(ioRow?.metadata ?? null);
  const fields: { [K in keyof TraceFields]: TraceFields[K] | undefined } = {
    name: row.name ?? undefined,
    userId: row.user_id ?? undefined,
    sessionId: row.session_id ?? undefined,
    release: row.release ?? undefined,
    version: row.version ?? undefined,
    environment: row.environment ?? undefined,
    public: row.public ?? undefined,
    timestamp: micros(row.sent_timestamp),
    input: io(row.input_from, ioRow?.input),
    output: io(row.output_from, ioRow?.output),
    metadata: metadata.size === 0 ? undefined : metadata,
  };
  const createdAt = micros(row.created_at) ?? 0;
  return {
    id: row.id,
    part: row.part,
    shard: row.shard,
    state: {
      fields: fields as TraceFields,
      stamp: row.stamp,
      stamps: parseStamps(row.stamps),
      said: [],
      tags: new Map(row.tags.map((tag, index) => [tag, row.tag_stamps[index] ?? ''])),
      createdAt,
      updatedAt: micros(row.updated_at) ?? createdAt,
    },
    summary: {
      observations: row.observation_count,
      inputTokens: row.input_tokens,
      outputTokens: row.output_tokens,
      totalTokens: row.total_tokens,
      cost: parseUsd(row.total_cost),
      minStart: micros(row.min_start),
      maxEnd: micros(row.max_end),
    },
  };
}
