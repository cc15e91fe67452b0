import { idAt } from './observation-columns';
import type { TraceData } from './trace-data';

/** Most texts of one trace that are read for a search: bytes of their JSON, and number of observations that have texts. */
export const TEXT_LIMITS = { bytes: 32_000_000, count: 20_000 };
/** Limits of one request: 50 observations, as in the API, and 1 MB if it has several. */
const BATCH_LIMITS = { bytes: 1_000_000, count: 50 };

/** Input, output and metadata of an observation or of the trace itself, in lower case. */
export interface HeldText {
  /** Version of the observation or trace, in milliseconds. */
  readonly updatedAt: number;
  readonly text: string;
}

/** Held texts by the id of the observation; the texts of the trace itself by `OF_TRACE`. */
export type HeldTexts = ReadonlyMap<string, HeldText>;
export const OF_TRACE = '';

/** Observation whose texts are to be read. */
export interface UnreadText {
  readonly id: string;
  readonly updatedAt: number;
  readonly bytes: number;
}

export interface TextPlan {
  /** Number of texts of the trace: one for each observation with texts, and one for the trace itself. */
  readonly of: number;
  /** Held texts that are kept; texts of an older version stay until they are read again. */
  readonly held: Map<string, HeldText>;
  /** Version of the texts of the trace itself that is to be read; undefined if held. */
  readonly own: number | undefined;
  /** Observations to read, in row order. */
  readonly unread: readonly UnreadText[];
  /** Number of texts beyond the limits, which are not read. */
  readonly beyond: number;
}

/** Plans which texts of a trace are read: observations in row order; an observation that exceeds the remaining bytes is skipped. */
export function planTexts(
  { head, columns }: Pick<TraceData, 'head' | 'columns'>,
  before: HeldTexts,
  limits = TEXT_LIMITS,
): TextPlan {
  const held = new Map<string, HeldText>();
  const unread: UnreadText[] = [];
  const plan = (id: string, updatedAt: number): boolean => {
    const known = before.get(id);
    if (known !== undefined) held.set(id, known);
    return known?.updatedAt !== updatedAt;
  };
  const changed = Date.parse(head.updatedAt);
  const own = plan(OF_TRACE, changed) ? changed : undefined;
  let [of, taken, left] = [1, 1, limits.bytes];
  for (let row = 0; row < columns.count; row += 1) {
    const { input, output, metadata } = columns.sizes;
    const bytes = at(input, row) + at(output, row) + at(metadata, row);
    if (bytes === 0) continue;
    of += 1;
    if (bytes > left || taken > limits.count) continue;
    left -= bytes;
    taken += 1;
    const id = idAt(columns, row);
    const updatedAt = at(columns.times.updatedAt, row);
    if (plan(id, updatedAt)) unread.push({ id, updatedAt, bytes });
  }
  return { of, held, own, unread, beyond: of - taken };
}

/** Splits the plan into requests; a text that exceeds the bytes of a request has its own. */
export function* batchesOf(unread: readonly UnreadText[], limits = BATCH_LIMITS): Generator<readonly UnreadText[]> {
  let batch: UnreadText[] = [];
  let bytes = 0;
  for (const each of unread) {
    if (batch.length === limits.count || (batch.length > 0 && bytes + each.bytes > limits.bytes)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(each);
    bytes += each.bytes;
  }
  if (batch.length > 0) yield batch;
}

const at = (column: Uint32Array | Float64Array, row: number): number => column[row] ?? 0;
