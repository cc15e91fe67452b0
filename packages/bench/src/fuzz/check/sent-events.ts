import { createHash } from 'node:crypto';
import { storedText } from './text';

/** Event of a body, read without code of the product. */
export interface ReadEvent {
  /** Id as in a result; undefined for one that is none. */
  readonly id: string | undefined;
  /** Type and time; empty where they are no text. */
  readonly type: string;
  readonly timestamp: string;
  readonly body: Members;
  readonly isLog: boolean;
  /** Trace, and the observation below it, in the form of `Sent.items`. */
  readonly items: readonly string[];
  /** Id of the trace as it is read. */
  readonly trace: string;
}

export type Members = Readonly<Record<string, unknown>>;

export const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? (value as Members) : {};

/** UUID with dashes, in any case. */
export const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const NAMESPACE = Buffer.from('6ba7b8129dad11d180b400c04fd430c8', 'hex');

/** Returns an id in its stored form: 32 hex digits, an observation's also 16 (contract: Ids). */
export function storedId(text: unknown): string {
  return dashed(String(text).replaceAll('-', '').toLowerCase().padStart(32, '0'));
}

const dashed = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');

/** Returns the key of an id of an event: of any other text its UUID of version 5 (contract: Forms of ids). */
export function keyOf(kind: 'trace' | 'observation', id: string): string {
  const isHex = /^[0-9a-f]{32}$/i.test(id) || (kind === 'observation' && /^[0-9a-f]{16}$/i.test(id));
  if (isHex || UUID.test(id)) return storedId(id);
  const hash = createHash('sha1').update(NAMESPACE).update(`${kind}/${id}`).digest();
  hash.writeUInt8((hash.readUInt8(6) % 16) + 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) % 64) + 0x80, 8);
  return dashed(hash.toString('hex'));
}

/** Returns the events of a body; none where it has no list of events. */
export function eventsIn(body: unknown): readonly ReadEvent[] {
  const { batch } = membersOf(body);
  return Array.isArray(batch) ? batch.map(readEvent) : [];
}

function readEvent(sent: unknown): ReadEvent {
  const { id, type, timestamp, body: raw } = membersOf(sent);
  const body = membersOf(raw);
  const event = { id: filled(id), type: textIn(type), timestamp: textIn(timestamp), body, isLog: type === 'sdk-log' };
  if (event.isLog || event.id === undefined) return { ...event, items: [], trace: '' };
  const own = filled(body['id']);
  if (type === 'trace-create') {
    const trace = own ?? event.id;
    return { ...event, items: [keyOf('trace', trace)], trace };
  }
  const trace = filled(body['traceId']) ?? own;
  if (trace === undefined || own === undefined) return { ...event, items: [], trace: '' };
  const key = keyOf('trace', trace);
  return { ...event, items: [key, `${key}/${keyOf('observation', own)}`], trace };
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

const filled = (id: unknown): string | undefined => (typeof id === 'string' && id !== '' ? storedText(id) : undefined);

/** Returns whether an event has a time of its own; in the place of any other is the time of its receipt. */
export function hasOwnTime({ timestamp }: ReadEvent): boolean {
  const at = Date.parse(timestamp);
  return at >= 0 && at < Date.UTC(2200, 0);
}

/** Results of an answer: the ids of stored and of refused events. */
export interface EventResults {
  readonly stored: readonly string[];
  readonly refused: readonly string[];
}

export function resultsOf(answer: { readonly body: Buffer }): EventResults {
  const { successes, errors } = JSON.parse(answer.body.toString()) as Record<
    'successes' | 'errors',
    readonly { readonly id: string }[]
  >;
  return { stored: successes.map(({ id }) => id), refused: errors.map(({ id }) => id) };
}
