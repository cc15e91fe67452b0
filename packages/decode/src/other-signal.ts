import { DecodeError } from './decode-error';
import type { Unchecked } from './json-body';
import type { Signal } from './otlp-response';

/*
 * An export of one signal at the path of another (contract: OTLP). In JSON its list has another name; in protobuf the
 * envelopes of all signals have the same field numbers, and their items differ in fields that the other kinds
 * have not, or have with another wire type (tags are `field number << 3 | wire type`).
 */

const LISTS: Readonly<Record<Signal, readonly string[]>> = {
  traces: ['resourceSpans', 'resource_spans'],
  metrics: ['resourceMetrics', 'resource_metrics'],
  logs: ['resourceLogs', 'resource_logs'],
};

const SIGNALS = Object.keys(LISTS) as Signal[];

/** The list of another signal that a JSON request has where it has none of its own. */
export function listOfOther(request: Unchecked, own: Signal): string | undefined {
  const has = (name: string): boolean => Array.isArray(request[name]);
  if (LISTS[own].some((name) => request[name] !== undefined && request[name] !== null)) return undefined;
  return SIGNALS.flatMap((signal) => LISTS[signal]).find(has);
}

/** The hint in the error for a body of another signal. */
export const looksLike = (signal: Signal): string => `it looks like an export of ${signal}`;

/** Tags of a LogRecord: its times, severity and flags. */
const LOG_TAGS = new Set([(1 << 3) | 1, (11 << 3) | 1, (2 << 3) | 0, (8 << 3) | 5]);
/** Tags of a Span: its times. */
const SPAN_TAGS = new Set([(7 << 3) | 1, (8 << 3) | 1]);
/** Tags of a Metric that nothing else has: a sum and an exponential histogram. */
const METRIC_TAGS = new Set([(7 << 3) | 2, (10 << 3) | 2]);
/** Whether a field can be one of a LogRecord, and of neither a Span nor a Metric. */
const isOfLog = (tag: number): boolean => LOG_TAGS.has(tag);
/** Whether a field can be one of a Span, and not of a Metric. */
export const isOfSpan = (tag: number): boolean => SPAN_TAGS.has(tag);

/** The signal that has the unknown field of a Span. */
export function otherThanSpan(tag: number): Signal | undefined {
  if (isOfLog(tag)) return 'logs';
  return METRIC_TAGS.has(tag) ? 'metrics' : undefined;
}

/** @throws DecodeError for an unknown field of a Metric that another signal has */
export function otherThanMetric(tag: number): void {
  if (isOfSpan(tag)) throw notMetrics(looksLike('traces'));
  if (isOfLog(tag)) throw notMetrics(looksLike('logs'));
}

/** The error for a body of another signal at the path of traces. */
export const notTraces = (found: string): DecodeError =>
  new DecodeError('invalid', `the body must be an OTLP trace export; ${found}`);
/** Error for a body that is no metrics export; see `notTraces`. */
export const notMetrics = (found: string): DecodeError =>
  new DecodeError('invalid', `the body must be an OTLP metrics export; ${found}`);

/** Whether a field can be one of a Span or a Metric, which have an id or a name where a LogRecord has its time. */
export const isOfNoLog = (tag: number): boolean => tag === ((1 << 3) | 2);

const HEX_OF_TEXT = /^(?:[2-6][0-9a-f]|7[0-9a-e])+$/;

/** Whether bytes, in hex, are text, as the name of a Metric that was read as the id of a Span. */
export const isText = (hex: string): boolean => HEX_OF_TEXT.test(hex);

/**
 * Whether what was read as a Span without times is a Metric whose name and description have the lengths of ids by chance:
 * `http.server.time` has 16 bytes. Its ids are text then, and its name is missing, or begins as a gauge does.
 */
export function isMetric(span: { readonly traceId: string; readonly spanId: string; readonly name: string }): boolean {
  return isText(span.traceId) && isText(span.spanId) && (span.name === '' || span.name.startsWith('\n'));
}
