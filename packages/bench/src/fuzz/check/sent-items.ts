import { gunzipSync, inflateSync } from 'node:zlib';
import { otlpMessage } from '@sluice/testbed/samples';
import type { FuzzInput } from '../input/fuzz-input';
import type { OtlpMessage, OtlpSignal } from '../input/otlp-message';
import { METRICS_READER, expectedPoints } from './otlp-points';
import { OtlpReader, Unclear } from './read-otlp';
import { type ReadEvent, eventsIn, membersOf, storedId } from './sent-events';
import { bodyText, pointKey } from './text';

const SPANS_READER = new OtlpReader(['resourceSpans', 'scopeSpans', 'spans', 'traceId', 'spanId'], { strict: false });
const LOGS_READER = new OtlpReader(['resourceLogs', 'scopeLogs', 'logRecords'], { strict: true });
const MAX_INFLATED = 64 * 1024 * 1024;

/** Items of a body, read without code of the product: enough to check that all of them are stored once, and nothing else. */
export interface Sent {
  /** Traces by their ids; observations, or spans that have ids, by `<trace>/<id>`: one entry for each time sent. */
  readonly items: readonly string[];
  /** Points by `pointKey`, over OTLP by `timedKey`. */
  readonly points: readonly string[];
  /** Number of spans without ids, data points that cannot be stored, and log records (none is stored). */
  readonly refused: number;
}

const NOTHING: Sent = { items: [], points: [], refused: 0 };

/** Returns the items of an accepted request; undefined where its bytes leave them open. @throws Error for an invalid body */
export function sentBy(input: FuzzInput): Sent | undefined {
  const body = plainBody(input);
  if (body === undefined) return undefined;
  const read = (signal: OtlpSignal, reader: OtlpReader): OtlpMessage => {
    const type = otlpMessage(signal);
    return isJson(input) ? reader.json(type, JSON.parse(bodyText(body))) : reader.protobuf(type, body);
  };
  try {
    switch (input.endpoint) {
      case 'native':
        return nativeSent(JSON.parse(bodyText(body)));
      case 'events':
        return { ...NOTHING, items: eventsIn(JSON.parse(bodyText(body))).flatMap(({ items }) => items) };
      case 'metrics':
        return { ...NOTHING, points: pointKeys(JSON.parse(bodyText(body))) };
      case 'otlp':
        return spansSent(read('trace', SPANS_READER));
      case 'otlp-metrics':
        return { ...NOTHING, ...expectedPoints(read('metrics', METRICS_READER)) };
      case 'otlp-logs': {
        const records = messages(read('logs', LOGS_READER), 'resourceLogs', 'scopeLogs', 'logRecords');
        return { ...NOTHING, refused: records.length };
      }
      default:
        return NOTHING;
    }
  } catch (error) {
    if (error instanceof Unclear) return undefined;
    throw error;
  }
}

/** Returns the request before its framing was changed. */
export const meant = (input: FuzzInput): FuzzInput => ({ ...input, body: input.meant, bodyIntact: true });

export function isJson(input: FuzzInput): boolean {
  return headerOf(input, 'content-type')?.toLowerCase().includes('json') === true;
}

/** Returns the decompressed body; undefined where the request is invalid, or the encoding cannot be undone. */
export function plainBody(input: FuzzInput): Buffer | undefined {
  if (!input.bodyIntact) return undefined;
  const encoding = headerOf(input, 'content-encoding')?.trim().toLowerCase() ?? '';
  const options = { maxOutputLength: MAX_INFLATED };
  try {
    if (['', 'identity', 'none'].includes(encoding)) return input.body;
    if (encoding === 'deflate') return inflateSync(input.body, options);
    return ['gzip', 'x-gzip'].includes(encoding) ? gunzipSync(input.body, options) : undefined;
  } catch {
    return undefined;
  }
}

function headerOf({ headers }: FuzzInput, name: string): string | undefined {
  return headers.find(([known]) => known.toLowerCase() === name)?.[1];
}

const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Returns the events of a request; none where its body cannot be read. */
export function eventsOf(input: FuzzInput): readonly ReadEvent[] {
  const body = plainBody(input);
  try {
    return body === undefined ? [] : eventsIn(JSON.parse(bodyText(body)));
  } catch {
    return [];
  }
}

function nativeSent(body: unknown): Sent {
  const { trace, observations } = membersOf(body);
  const own = storedId(membersOf(trace)['id']);
  const keys = itemsOf(observations).map((each) => `${own}/${storedId(membersOf(each)['id'])}`);
  return { ...NOTHING, items: [own, ...keys] };
}

function pointKeys(body: unknown): readonly string[] {
  return itemsOf(membersOf(body)['metrics']).map((point) => {
    const { name, labels, value } = membersOf(point);
    return pointKey(String(name), labels ?? {}, Number(value));
  });
}

function messages(request: OtlpMessage, ...path: readonly string[]): readonly OtlpMessage[] {
  return path.reduce((owners, name) => owners.flatMap((owner) => (owner[name] ?? []) as OtlpMessage[]), [request]);
}

function spansSent(request: OtlpMessage): Sent {
  const hex = (id: unknown): string => (Buffer.isBuffer(id) ? id.toString('hex') : '');
  const isId = (id: string, length: number): boolean => id.length === length && /[^0]/.test(id);
  const spans = messages(request, 'resourceSpans', 'scopeSpans', 'spans');
  const keys = spans.map(({ traceId, spanId }) => [hex(traceId), hex(spanId)] as const);
  const good = keys.filter(([trace, span]) => isId(trace, 32) && isId(span, 16));
  const items = good.flatMap(([trace, span]) => [storedId(trace), `${storedId(trace)}/${storedId(span)}`]);
  return { ...NOTHING, items, refused: keys.length - good.length };
}
