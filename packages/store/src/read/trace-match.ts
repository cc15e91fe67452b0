import type { TRACE_SEARCHED } from '@sluice/record';

export type SearchedField = (typeof TRACE_SEARCHED)[number];

/** Kind of text in which a match is. */
export type SearchedPlace = Exclude<SearchedField, 'observations'>;

/** First match in a trace: in its row, in a value of its own, then in its observations by id. */
export interface TraceMatch {
  /** Null for a text of the trace itself. */
  readonly observationId: string | null;
  readonly observationName: string | null;
  readonly field: SearchedPlace;
  /** The match and up to 50 characters on each side, without the escapes of JSON. */
  readonly snippet: string;
}
