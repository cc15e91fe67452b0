/*
 * Bounds that hold for a value wherever it comes from (contract: Limits, Usage and cost).
 */

/** The largest count of tokens: sums over years of such counts still fit the columns that hold them. */
export const MAX_COUNT = 1e12;

/** The largest cost, in USD; as `MAX_COUNT`. */
export const MAX_COST = 1e9;

/** The largest integer that a field may be: that of a column of 32 bits. */
export const MAX_INTEGER = 2 ** 31 - 1;

const MIB = 1024 * 1024;

/** What an observation or a trace may have (contract: Limits); lengths are in characters. */
export const ITEM_LIMITS = {
  /** The name of a trace or an observation. */
  name: 1000,
  /** Ids of users and sessions, version, release, environment, model, one tag. */
  text: 500,
  /** The type of an observation. */
  type: 64,
  tags: 200,
  /** One input, output or metadata value, in bytes of UTF-8. */
  valueBytes: 8 * MIB,
  /** Objects and arrays inside one another in one such value. */
  nesting: 64,
  /** Members of one metadata object. */
  metadataMembers: 10_000,
  /** Token counts, or costs, by name: more than any model has. */
  buckets: 100,
} as const;

/** What one request may have (contract: Limits); settings of the gateway may change all but the last. */
export const REQUEST_LIMITS = {
  /** Of the body as it is sent, and inflated. */
  bytes: 20 * MIB,
  inflatedBytes: 64 * MIB,
  /** Spans, observations or points. */
  items: 50_000,
  attributes: 1_000_000,
  /** Characters of an Idempotency-Key. */
  key: 255,
} as const;

/** What one answer may have (spec 8; contract: Reading traces, Daily metrics, Metric points and series). */
export const ANSWER_LIMITS = {
  /** The largest number of a page: fifteen digits, times the items on it, still fit what databases count with. */
  page: 999_999_999_999_999,
  /** Items on a page where the request names no number, and the most of traces and of days. */
  items: 50,
  traces: 200,
  days: 1000,
  sessions: 200,
  /** In the summary of a session: its first traces, and users. */
  sessionTraces: 1000,
  sessionUsers: 5,
  /** Observations on a page, and ids of those that are asked for. */
  observations: 100,
  ids: 50,
  /** In the summary of a trace: models, and characters of the preview of a value. */
  models: 20,
  preview: 300,
  /** Of a metric. */
  series: 50,
  points: 1000,
  /** Labels of a metric, or values of a label. */
  labels: 1000,
  /** Values of a field of traces. */
  values: 1000,
  /** Of traces, by the values of a field. */
  groups: 200,
  /** Values by which traces differ, and how many where the request names no number. */
  differences: 500,
  usualDifferences: 100,
  /** Of a histogram. */
  buckets: 500,
  /** Characters of a text that is searched. */
  searched: 200,
  /** Characters of the message of a partial success, well inside the 4 MiB that clients must be able to read (OTLP 1.11). */
  message: 4096,
  /** Bytes of the header that names ignored parameters. */
  ignored: 1024,
} as const;

/** What one metric point may have, in characters (contract: Metric points and series). */
export const POINT_LIMITS = { name: 255, labels: 64, labelName: 255, labelValue: 1000 } as const;

/** How far ahead of now the time of a metric point may be, in microseconds: clocks differ. */
export const POINT_AHEAD = 24 * 3600 * 1_000_000;

/** Whether a text has more than `limit` characters, which are code points; counts them only where it may. */
export function isLonger(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  return text.length > limit * 2 || Array.from(text).length > limit;
}

/** Whether a text takes more than `limit` bytes of UTF-8; counts them only where it may. */
export function exceedsBytes(text: string, limit: number): boolean {
  return text.length > limit || (text.length * 3 > limit && Buffer.byteLength(text) > limit);
}
