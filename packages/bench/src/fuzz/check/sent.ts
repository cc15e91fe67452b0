import { gunzipSync, inflateSync } from 'node:zlib';
import { otlpMessage } from '@sluice/samples';
import type { FuzzInput } from '../input/fuzz-input';
import type { OtlpMessage, OtlpSignal } from '../input/otlp-message';
import { METRICS_READER, expectedPoints } from './otlp-points';
import { OtlpReader, Unclear } from './read-otlp';
import { bodyText, pointKey } from './text';

const SPANS_READER = new OtlpReader(['resourceSpans', 'scopeSpans', 'spans', 'traceId', 'spanId'], { strict: false });
const LOGS_READER = new OtlpReader(['resourceLogs', 'scopeLogs', 'logRecords'], { strict: true });

/**
 * What a body says, read apart from the product by plain code: which observations of which traces, which points. Only
 * as much as tells whether all of it is stored, once, and nothing else.
 */
export interface Sent {
  readonly trace: string | undefined;
  /** One for each observation or span, in order; undefined for a span whose ids are none. */
  readonly observations: readonly (ObservationKey | undefined)[];
  /** Each by `pointKey`, over OTLP by `timedKey`. */
  readonly points: readonly string[];
  /** Data points that cannot be stored, and log records, none of which is. */
  readonly refused?: number;
}

const NOTHING: Sent = { trace: undefined, observations: [], points: [] };

export interface ObservationKey {
  readonly trace: string;
  readonly id: string;
}

const MOST_INFLATED = 64 * 1024 * 1024;

/** What an accepted request says; undefined where that is not to be told from its bytes. */
export function sentBy(input: FuzzInput): Sent | undefined {
  const body = plainBody(input);
  if (body === undefined) return undefined;
  switch (input.endpoint) {
    case 'native':
      return nativeSent(JSON.parse(bodyText(body)));
    case 'metrics':
      return { ...NOTHING, points: pointKeys(JSON.parse(bodyText(body))) };
    case 'otlp':
      return { ...NOTHING, observations: spanKeys(readOtlp('trace', SPANS_READER, body, input)) };
    case 'otlp-metrics':
    case 'otlp-logs':
      return pointsOrLogs(body, input);
    default:
      return NOTHING;
  }
}

/** What a request says of which only a part may have been read; undefined where plain code cannot read it. */
export function meantBy(input: FuzzInput): Sent | undefined {
  try {
    return sentBy({ ...input, body: input.meant, bodyIntact: true });
  } catch {
    return undefined;
  }
}

export function isJson(input: FuzzInput): boolean {
  return headerOf(input, 'content-type')?.toLowerCase().includes('json') === true;
}

function readOtlp(signal: OtlpSignal, reader: OtlpReader, body: Buffer, input: FuzzInput): OtlpMessage {
  const type = otlpMessage(signal);
  return isJson(input) ? reader.json(type, JSON.parse(bodyText(body))) : reader.protobuf(type, body);
}

function pointsOrLogs(body: Buffer, input: FuzzInput): Sent | undefined {
  try {
    if (input.endpoint === 'otlp-metrics') {
      return { ...NOTHING, ...expectedPoints(readOtlp('metrics', METRICS_READER, body, input)) };
    }
    const request = readOtlp('logs', LOGS_READER, body, input);
    return { ...NOTHING, refused: messages(request, 'resourceLogs', 'scopeLogs', 'logRecords').length };
  } catch (error) {
    if (error instanceof Unclear) return undefined;
    throw error;
  }
}

/** The body without its encoding; undefined where the request was none, or the encoding cannot be undone. */
export function plainBody(input: FuzzInput): Buffer | undefined {
  if (!input.bodyIntact) return undefined;
  const options = { maxOutputLength: MOST_INFLATED };
  try {
    switch (headerOf(input, 'content-encoding')?.trim().toLowerCase() ?? '') {
      case '':
      case 'identity':
      case 'none':
        return input.body;
      case 'gzip':
      case 'x-gzip':
        return gunzipSync(input.body, options);
      case 'deflate':
        return inflateSync(input.body, options);
      default:
        return undefined;
    }
  } catch {
    return undefined;
  }
}

function headerOf({ headers }: FuzzInput, name: string): string | undefined {
  return headers.find(([known]) => known.toLowerCase() === name)?.[1];
}

type Members = Readonly<Record<string, unknown>>;

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {};
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Contract: Ids. */
function traceIdOf(text: unknown): string | undefined {
  const digits = String(text).replaceAll('-', '').toLowerCase();
  return /^[0-9a-f]{32}$/.test(digits) ? uuid(digits) : undefined;
}

export function observationIdOf(text: unknown): string | undefined {
  return /^[0-9a-f]{16}$/i.test(String(text)) ? uuid(String(text).toLowerCase().padStart(32, '0')) : traceIdOf(text);
}

function uuid(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

function nativeSent(body: unknown): Sent {
  const { trace, observations } = membersOf(body);
  const own = traceIdOf(membersOf(trace)['id']) ?? '';
  const keys = itemsOf(observations).map((each) => ({ trace: own, id: observationIdOf(membersOf(each)['id']) ?? '' }));
  return { trace: own, observations: keys, points: [] };
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

function spanKeys(request: OtlpMessage): Sent['observations'] {
  const hex = (id: unknown): string => (Buffer.isBuffer(id) ? id.toString('hex') : '');
  return messages(request, 'resourceSpans', 'scopeSpans', 'spans').map(({ traceId, spanId }) =>
    spanKey(hex(traceId), hex(spanId)),
  );
}

function spanKey(traceId: string, spanId: string): ObservationKey | undefined {
  const isId = (hex: string, length: number): boolean => hex.length === length && /[^0]/.test(hex);
  if (!isId(traceId, 32) || !isId(spanId, 16)) return undefined;
  return { trace: uuid(traceId), id: uuid(spanId.padStart(32, '0')) };
}
