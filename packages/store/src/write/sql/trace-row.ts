import {
  type Micros,
  type TraceFields,
  type TraceIo,
  NIL_UUID,
  TRACE_FIELDS,
  fieldsOf,
  isOpenRoot,
  joinMembers,
  splitMembers,
} from '@sluice/record';
import { type traceIo, traces } from '../../schema/traces';
import { parseUsd } from '../state/money';
import { parseStamps, stampOf, stampsText } from '../state/stamped-fields';
import type { TraceSummary } from '../state/summary';
import { IO_SIDES, type IoSide, NO_TAGS, type TraceState, isLeftToCalls } from '../state/trace-state';
import { exactInteger } from '../state/exact-integer';
import { type RowOf, type ValuesOf, columnName, columnNames, eachOf } from '../../columns';
import { type RowValue, arraysFrom, sameColumn } from './row-values';
import { timeOf } from './time-text';

/** Columns of `traces`. */
export const TRACE_COLUMNS = columnNames(traces);

const TEXTS = fieldsOf(TRACE_FIELDS, 'text');
const TEXT_COLUMNS = TEXTS.map((name) => ({ name, column: columnName(traces, name) }));

/** A trace with everything that its row contains. */
export interface StoredTrace {
  /** Trace key. */
  readonly id: string;
  /** Trace id as sent; undefined in the default project, where it is the trace key. */
  readonly publicId: string | undefined;
  readonly project: number;
  readonly part: number;
  readonly shard: number;
  readonly state: TraceState;
  readonly summary: TraceSummary;
  /** Observations whose input or output the trace shows, for the sides that are left to model calls. */
  readonly chosen: Readonly<Partial<Record<IoSide, string>>>;
  /**
   * Bytes of its packs to which replaced texts referred, at most: other texts may refer to the same pieces. Undefined: it has no packs.
   */
  readonly deadBytes: number | undefined;
}

/** Row of `trace_io`. */
export type TraceIoRow = RowOf<typeof traceIo>;

/** Row of `traces` as `rowsOf` returns it. */
export type TraceRow = RowOf<typeof traces>;

/** Returns the time of a trace in lists and daily metrics (contract: Defaults are never stored as values). */
export function effectiveTimestamp(trace: Pick<StoredTrace, 'state' | 'summary'>): Micros {
  return trace.state.fields.timestamp ?? trace.summary.minStart ?? trace.state.createdAt;
}

/**
 * Returns the observation of a side. The nil UUID belongs to no observation: readers treat it as null, and merging learns that a root has
 * no value.
 */
function source({ state, chosen }: StoredTrace, side: IoSide): string | null {
  const io = state.fields[side];
  if (io === undefined || 'text' in io) return null;
  if ('observationId' in io) return io.observationId;
  return (isLeftToCalls(state, side) ? chosen[side] : undefined) ?? NIL_UUID;
}

const ownText = (io: TraceIo | undefined): string | null => (io !== undefined && 'text' in io ? io.text : null);

/** Returns the row of `trace_io` for a trace; undefined if it has no text or metadata of its own. */
export function toTraceIoRow({ id, part, state }: Pick<StoredTrace, 'id' | 'part' | 'state'>): TraceIoRow | undefined {
  const input = ownText(state.fields.input);
  const output = ownText(state.fields.output);
  const metadata = joinMembers(state.fields.metadata);
  return input === null && output === null && metadata === null
    ? undefined
    : { part, trace_id: id, input, output, metadata };
}

type Values = ValuesOf<typeof traces, StoredTrace, RowValue>;

/** Values that follow from the fields, stamps and tags of a trace alone. */
const OF_FIELDS = {
  ...eachOf(
    TEXTS,
    (name) =>
      ({ state }: StoredTrace) =>
        state.fields[name],
  ),
  public: ({ state }) => state.fields.public,
  tags: ({ state }) => [...state.tags.keys()],
  tagStamps: ({ state }) => [...state.tags.values()],
  sentTimestamp: ({ state }) => state.fields.timestamp,
  hasIo: ({ state: { fields } }) =>
    ownText(fields.input) !== null || ownText(fields.output) !== null || (fields.metadata?.size ?? 0) > 0,
  stamp: ({ state }) => state.stamp,
  stamps: ({ state }) => stampsText(state.stamps),
} as const satisfies Partial<Values>;

/** Other values that change. */
const CHANGING = {
  timestamp: effectiveTimestamp,
  inputFrom: (trace) => source(trace, 'input'),
  outputFrom: (trace) => source(trace, 'output'),
  minStart: ({ summary }) => summary.minStart,
  maxEnd: ({ summary }) => summary.maxEnd,
  observationCount: ({ summary }) => summary.observations,
  inputTokens: ({ summary }) => summary.inputTokens,
  outputTokens: ({ summary }) => summary.outputTokens,
  totalTokens: ({ summary }) => summary.totalTokens,
  totalCost: ({ summary }) => summary.cost,
  errorCount: ({ summary }) => summary.errors,
  warningCount: ({ summary }) => summary.warnings,
  topLevelCount: ({ summary }) => summary.roots.topLevel,
  markedCount: ({ summary }) => summary.roots.marked,
  rootErrorCount: ({ summary }) => summary.roots.failed,
  openRootCount: ({ summary }) => summary.roots.open,
  costedCount: ({ summary }) => summary.costed,
  callScope: ({ state }) => state.callScope,
  createdAt: ({ state }) => state.createdAt,
  updatedAt: ({ state }) => state.updatedAt,
  deadBytes: ({ deadBytes }) => deadBytes,
} as const satisfies Partial<Values>;

const VALUES: Values = {
  ...OF_FIELDS,
  ...CHANGING,
  id: ({ id }) => id,
  publicId: ({ publicId }) => publicId,
  project: ({ project }) => project,
  part: ({ part }) => part,
  shard: ({ shard }) => shard,
};

/** Returns rows of traces as parameters of `rowSet`. */
export const traceArrays = arraysFrom<typeof traces, StoredTrace>(traces, VALUES);

const namedValues = (values: Partial<Values>): readonly (readonly [string, (trace: StoredTrace) => RowValue])[] =>
  Object.entries(values).map(([key, valueOf]) => [columnName(traces, key as keyof Values), valueOf]);

const NAMED_OF_FIELDS = namedValues(OF_FIELDS);
const NAMED_CHANGING = namedValues(CHANGING);

/** Returns whether two states of a trace have the same fields, tags and stamps: no update has made new ones. */
export const hasSameFields = ({ state: a }: StoredTrace, { state: b }: StoredTrace): boolean =>
  a.fields === b.fields && a.tags === b.tags && a.stamp === b.stamp && a.stamps === b.stamps;

/**
 * Adds the names of the columns that differ between two states of a trace.
 * @returns whether any column differs
 */
export function addChangedColumns(before: StoredTrace, after: StoredTrace, names: Set<string>): boolean {
  let isChanged = before.summary.observations !== after.summary.observations;
  for (const named of hasSameFields(before, after) ? [NAMED_CHANGING] : [NAMED_CHANGING, NAMED_OF_FIELDS]) {
    for (const [name, valueOf] of named) {
      // In the most common case, of one more observation, most columns that differ are known from other traces.
      if ((isChanged && names.has(name)) || sameColumn(valueOf(before), valueOf(after))) continue;
      names.add(name);
      isChanged = true;
    }
  }
  return isChanged;
}

/** Restores a trace from its rows, as the reverse of `traceArrays` and `toTraceIoRow`. */
export function fromTraceRow(row: TraceRow, ioRow: TraceIoRow | undefined): StoredTrace {
  const io = (from: string | null, text: string | null | undefined): TraceIo | undefined => {
    if (from !== null) return from === NIL_UUID ? { none: true } : { observationId: from };
    return typeof text === 'string' ? { text } : undefined;
  };
  const stamped = { stamp: row.stamp, stamps: parseStamps(row.stamps) };
  const fields: { -readonly [Name in keyof TraceFields]: TraceFields[Name] } = {};
  for (const { name, column } of TEXT_COLUMNS) {
    const value = row[column];
    if (value !== null) fields[name] = value;
  }
  if (row.public !== null) fields.public = row.public;
  const timestamp = timeOf(row.sent_timestamp);
  if (timestamp !== undefined) fields.timestamp = timestamp;
  const chosen: Partial<Record<IoSide, string>> = {};
  for (const side of IO_SIDES) {
    const from = row[`${side}_from`];
    const value = io(from, ioRow?.[side]);
    if (value === undefined) continue;
    const isLeft = isOpenRoot(stampOf(stamped, side));
    if (isLeft && from !== null && from !== NIL_UUID) chosen[side] = from;
    fields[side] = isLeft ? { none: true } : value;
  }
  const metadata = splitMembers(ioRow?.metadata ?? null);
  if (metadata.size > 0) fields.metadata = metadata;
  const createdAt = timeOf(row.created_at) ?? 0;
  return {
    id: row.id,
    publicId: row.public_id ?? undefined,
    project: row.project,
    part: row.part,
    shard: row.shard,
    state: {
      fields,
      ...stamped,
      updates: [],
      tags: row.tags.length === 0 ? NO_TAGS : new Map(row.tags.map((tag, index) => [tag, row.tag_stamps[index] ?? ''])),
      callScope: row.call_scope ?? undefined,
      createdAt,
      updatedAt: timeOf(row.updated_at) ?? createdAt,
    },
    summary: {
      observations: row.observation_count,
      inputTokens: exactInteger(row.input_tokens),
      outputTokens: exactInteger(row.output_tokens),
      totalTokens: exactInteger(row.total_tokens),
      cost: parseUsd(row.total_cost),
      errors: row.error_count,
      warnings: row.warning_count,
      costed: row.costed_count,
      minStart: timeOf(row.min_start),
      maxEnd: timeOf(row.max_end),
      roots: {
        topLevel: row.top_level_count,
        marked: row.marked_count,
        failed: row.root_error_count,
        open: row.open_root_count,
      },
    },
    chosen,
    deadBytes: row.dead_bytes === null ? undefined : Number(row.dead_bytes),
  };
}
