import { ITEM_LIMITS, LONGEST_ID, PUBLIC_TRACE_FIELDS, fieldsOf } from '@sluice/record';
import type { JsonText, Micros, Outcome } from '@sluice/record';
import { eachOf } from '../columns';
import { traces } from '../schema/traces';
import { IS_OPEN, OUTCOME } from '../trace-outcome';
import { microsOf } from './database';
import type { Queries } from './database';
import { TOO_LONG, inlineText, readLongText } from './long-text';
import { SLICE_BYTES } from './portions';
import type { Sized } from './portions';
import { ENVIRONMENT } from './trace-filter';
import type { IntegerText, Trace } from './trace';

/** SQL: end minus start over the observations of a trace (alias t), as an interval. */
export const LATENCY = `case when t.observation_count = 0 then interval '0' else t.max_end - t.min_start end`;

/** SQL: the tags of a trace (alias t) as a JSON array. */
const TAGS = 'to_json(t.tags)::text';

/** SQL: the same, sorted by code point. */
const SORTED_TAGS = 'to_json(array(select tag from unnest(t.tags) tag order by tag collate "C"))::text';

/** Bytes of tags from which on they are not read with their row; a trace can collect more from many requests. */
const INLINE_TAGS_BYTES = 16 * 2 ** 10;

const TEXTS = fieldsOf(PUBLIC_TRACE_FIELDS, 'text');

/** SQL: the columns of `ReadTraceRow` from `sluice.traces t`. */
export const READ_TRACE_COLUMNS = `
  t.id as key, coalesce(t.public_id, t.id) as id, t.sent_id, t.part, ${microsOf('t."timestamp"')} as "timestamp",
  ${TEXTS.map((name) => `${name === 'environment' ? ENVIRONMENT : `t.${traces[name].name}`} as "${name}"`).join(', ')},
  coalesce(t.public, false) as public,
  ${inlineText(TAGS, undefined, INLINE_TAGS_BYTES)} as tags, ${microsOf(LATENCY)} as latency,
  t.total_cost, t.input_tokens::text as input_tokens, t.output_tokens::text as output_tokens,
  t.total_tokens::text as total_tokens, t.observation_count, t.error_count, t.warning_count,
  ${OUTCOME} as outcome, ${IS_OPEN} as is_open, t.has_io, t.input_from, t.output_from,
  ${microsOf('t.created_at')} as created_at, ${microsOf('t.updated_at')} as updated_at,
  t.xmin::text as revision`;

/** SQL: the same columns, and whether the trace has scores: so only reads of such traces need a further statement. */
export const SCORED_TRACE_COLUMNS = `${READ_TRACE_COLUMNS},
  exists (select from sluice.scores s where s.trace_id = t.id) as has_scores`;

export interface ReadTraceRow extends Pick<Trace, (typeof TEXTS)[number]> {
  /** Trace key, which the rows below the trace contain. */
  readonly key: string;
  /** Lower-case UUID; 32 hex digits if `as_sent` and the trace has a span. */
  readonly id: string;
  /** Id as sent, of an id that is any text: the one that is answered. Empty: only observations have such ids. */
  readonly sent_id: string | null;
  /** Observation ids are answered in the form in which they were first sent, and tags sorted. */
  readonly as_sent?: boolean;
  readonly part: number;
  readonly timestamp: Micros;
  readonly public: boolean;
  /** `TOO_LONG` if they are read separately. */
  readonly tags: JsonText;
  readonly latency: Micros;
  readonly total_cost: number;
  readonly input_tokens: IntegerText;
  readonly output_tokens: IntegerText;
  readonly total_tokens: IntegerText;
  readonly observation_count: number;
  readonly error_count: number;
  readonly warning_count: number;
  readonly outcome: Outcome;
  readonly is_open: boolean;
  /** Present in rows of `SCORED_TRACE_COLUMNS`. */
  readonly has_scores?: boolean;
  /** Whether it has values of its own. */
  readonly has_io: boolean;
  readonly input_from: string | null;
  readonly output_from: string | null;
  readonly created_at: Micros;
  readonly updated_at: Micros;
  /** Changes with every change of the trace or of rows below it: writers write the trace row then. */
  readonly revision: string;
}

/** Row of a page with the number of all matches; a page after the end is one row without a trace. */
export type ReadCountedRow = { readonly total_items: number } & (ReadTraceRow | { readonly id: null });

/** Traces of a page, and the number of all matches. */
export interface CountedTraces {
  readonly count: number;
  readonly traces: readonly ReadTraceRow[];
}

export function countedTraces(rows: readonly ReadCountedRow[]): CountedTraces {
  const traces = rows.filter((row): row is ReadCountedRow & ReadTraceRow => row.id !== null);
  return { count: rows[0]?.total_items ?? 0, traces };
}

/** Returns a text that changes as soon as the answer for any of the traces would. */
export function versionOf(rows: readonly ReadTraceRow[], total = ''): string {
  return [total, ...rows.map(({ key, revision, updated_at }) => `${key} ${revision} ${updated_at}`)].join();
}

/** Approximate bytes of a row without its texts. */
const ROW_BYTES = 1000;

/** Bytes of the largest row. */
export const MAX_TRACE_BYTES =
  ROW_BYTES + 2 * (ITEM_LIMITS.name + (TEXTS.length - 1) * ITEM_LIMITS.text + LONGEST_ID + INLINE_TAGS_BYTES);

/** Returns the bytes of a row, and of the longest text to be read for it. */
export function sizeOfTrace(row: ReadTraceRow): Sized {
  const texts = [...TEXTS, 'tags' as const, 'sent_id' as const].map((name) => row[name]);
  const bytes = texts.reduce((sum, text) => sum + 2 * (text?.length ?? 0), ROW_BYTES);
  return { bytes, longest: row.tags === TOO_LONG ? SLICE_BYTES : 0 };
}

/** Returns the id of a trace in answers. */
export const answeredIdOf = ({ id, sent_id }: Pick<ReadTraceRow, 'id' | 'sent_id'>): string =>
  sent_id === null || sent_id === '' ? id : sent_id;

export function toTrace(queries: Queries, row: ReadTraceRow): Trace {
  return {
    id: answeredIdOf(row),
    timestamp: row.timestamp,
    ...eachOf(TEXTS, (name) => row[name]),
    environment: row.environment,
    public: row.public,
    tags:
      row.tags === TOO_LONG
        ? readLongText(queries, {
            text: `select ${row.as_sent === true ? SORTED_TAGS : TAGS} as text from sluice.traces t where t.id = $1`,
            values: [row.key],
          })
        : row.tags,
    latency: row.latency,
    totalCost: row.total_cost,
    usage: { input: row.input_tokens, output: row.output_tokens, total: row.total_tokens },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
