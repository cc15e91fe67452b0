/* Limits of values from any source (contract: Limits, Usage and cost). */

/** Limit of a token count: sums over years of such counts still fit the columns that contain them. */
export const MAX_COUNT = 1e12;

/** Limit of a cost, in USD, for the same reason as `MAX_COUNT`. */
export const MAX_COST = 1e9;

/** Limit of an integer field: that of a column of 32 bits. */
export const MAX_INTEGER = 2 ** 31 - 1;

/** Longest text that is an id (contract: Forms of ids), in characters. */
export const LONGEST_ID = 800;

const MIB = 1024 * 1024;

/** Limits of an observation or a trace (contract: Limits); lengths are in characters. */
export const ITEM_LIMITS = {
  /** Name of a trace or an observation. */
  name: 1000,
  /** Ids of users and sessions, version, release, environment, model, one tag. */
  text: 500,
  /** Type of an observation. */
  type: 64,
  /** Service of an observation; a longer one is cut. */
  service: 200,
  tags: 200,
  /** Bytes of UTF-8 of one input, output or metadata value. */
  valueBytes: 8 * MIB,
  /** Nested objects and arrays in one such value. */
  nesting: 64,
  /** Members of one metadata object. */
  metadataMembers: 10_000,
  /** Token counts, or costs, by name: more than any model has. */
  usageTypes: 100,
} as const;

/** Limits of one request (contract: Limits); settings of the gateway may change all but the last. */
export const REQUEST_LIMITS = {
  /** Bytes of the body as sent, and decompressed. */
  bytes: 20 * MIB,
  inflatedBytes: 64 * MIB,
  /** Spans, observations or points. */
  items: 50_000,
  attributes: 1_000_000,
  /** Characters of an Idempotency-Key. */
  key: 255,
} as const;

/** Limits of one answer (spec 8; contract: Reading traces, Daily metrics, Metric points and series). */
export const ANSWER_LIMITS = {
  /** Greatest page number: fifteen digits, times the items on a page, still fit the integers of databases. */
  page: 999_999_999_999_999,
  /** Default number of items on a page, and limits for traces and days. */
  items: 50,
  traces: 200,
  days: 1000,
  sessions: 200,
  /** Limits of the summary of a session: its first traces, and users. */
  sessionTraces: 1000,
  sessionUsers: 5,
  /** Observations on a page, and ids in a request. */
  observations: 100,
  ids: 50,
  /** Observations of an answer with a cursor, and characters of a member of metadata that it does not expand. */
  scannedObservations: 1000,
  metadataText: 200,
  /** Scores on a page, and of a trace in its own answer or in a list of traces. */
  scores: 100,
  traceScores: 1000,
  /** Limits of the summary of a trace: models, and characters of the preview of a value. */
  models: 20,
  preview: 300,
  /** Limits of a metric. */
  series: 50,
  points: 1000,
  /** Labels of a metric, or values of a label. */
  labels: 1000,
  /** Values of a field of traces. */
  values: 1000,
  /** Groups of traces by the values of a field. */
  groups: 200,
  /** Groups of observations by the values of a field. */
  observationGroups: 100,
  /** Intervals of all these groups together. */
  groupIntervals: 10_000,
  /** Values by which traces differ, and their default number. */
  differences: 500,
  usualDifferences: 100,
  /** Buckets of a histogram. */
  buckets: 500,
  /** Characters of a text to search for. */
  searched: 200,
  /** Characters of the message of a partial success, well inside the 4 MiB that clients must be able to read (OTLP 1.11). */
  message: 4096,
  /** Bytes of the header that names ignored parameters. */
  ignored: 1024,
} as const;

/** Limits of scores (contract: Limits). */
export const SCORE_LIMITS = {
  /** Scores of a list. */
  list: 1000,
  /** Characters of a value of CATEGORICAL or TEXT. */
  text: 500,
  /** Bytes of UTF-8 of a comment, of metadata, or of a correction. */
  valueBytes: MIB,
} as const;

/** Limits of one metric point, in characters (contract: Metric points and series). */
export const POINT_LIMITS = { name: 255, labels: 64, labelName: 255, labelValue: 1000 } as const;

/** Microseconds by which the time of a metric point may be ahead of now: clocks differ. */
export const POINT_AHEAD = 24 * 3600 * 1_000_000;

/** Returns whether a text has more than `limit` characters, which are code points; counts them only if the length is near the limit. */
export function isLonger(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  return text.length > limit * 2 || Array.from(text).length > limit;
}

/** Returns the first `limit` characters of a text, which are code points. */
export function firstCharacters(text: string, limit: number): string {
  return isLonger(text, limit)
    ? Array.from(text.slice(0, 2 * limit))
        .slice(0, limit)
        .join('')
    : text;
}

/** Returns whether a text has more than `limit` bytes of UTF-8; counts them only if the length is near the limit. */
export function exceedsBytes(text: string, limit: number): boolean {
  return text.length > limit || (text.length * 3 > limit && Buffer.byteLength(text) > limit);
}
