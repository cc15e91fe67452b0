import { EVENT_TYPES } from '../input/events';
import type { FuzzInput } from '../input/fuzz-input';
import type { WireAnswer } from '../wire/wire-answer';
import type { Kind } from './kind';
import { KindCounts } from './kind-counts';
import { type ReadEvent, UUID, hasOwnTime, membersOf, resultsOf } from './sent-events';
import { eventsOf } from './sent-items';

const GROUPS = {
  type: EVENT_TYPES.map(String),
  'id of a trace': ['none', 'UUID', '32 hex digits', 'text', 'text of over 800 characters'],
  'id of an observation': ['none', 'UUID', '16 hex digits', '32 hex digits', 'text', 'text of over 800 characters'],
  metadata: ['none', 'no object', 'flat', 'nested', 'nested more'],
  usage: ['none', 'usage', 'usageDetails', 'costDetails'],
  time: ['its own', 'that of its receipt'],
  'place behind another of its observation': ['first', 'later', 'earlier', 'same time', 'create behind update'],
} as const;

type Group = keyof typeof GROUPS;

const ALL: readonly Kind[] = Object.entries(GROUPS).flatMap(([group, kinds]) =>
  kinds.map((kind): Kind => [`${group} of events`, kind]),
);

/** Counts the kinds of values in the events of a run, and of which an event was stored. */
export class EventKinds {
  readonly #counts = new KindCounts(ALL);

  get missing(): readonly string[] {
    return this.#counts.missing;
  }

  get rows(): readonly (readonly string[])[] {
    return this.#counts.rows;
  }

  count(input: FuzzInput, answer: WireAnswer | undefined): void {
    if (input.endpoint !== 'events' || input.method !== 'POST') return;
    const stored = new Set(answer?.status === 207 ? resultsOf(answer).stored : []);
    const last = new Map<string, ReadEvent>();
    for (const event of eventsOf(input)) {
      const isStored = event.id !== undefined && stored.has(event.id);
      const add = (group: Group, kind: string): void => this.#counts.add([`${group} of events`, kind], isStored);
      add('type', event.type);
      if (event.isLog) continue;
      add('time', hasOwnTime(event) ? 'its own' : 'that of its receipt');
      add('metadata', metadataKind(event.body['metadata']));
      const isTrace = event.type === 'trace-create';
      add('id of a trace', idKind(event.body[isTrace ? 'id' : 'traceId']));
      if (isTrace) continue;
      add('id of an observation', idKind(event.body['id']));
      const sent = GROUPS.usage.filter((name) => name in event.body);
      for (const name of sent.length === 0 ? ['none'] : sent) add('usage', name);
      const item = event.items.at(-1) ?? '';
      add('place behind another of its observation', placeKind(last.get(item), event));
      last.set(item, event);
    }
  }
}

function idKind(id: unknown): string {
  if (typeof id !== 'string' || id === '') return 'none';
  if (/^[0-9a-f]{16}$/i.test(id)) return '16 hex digits';
  if (/^[0-9a-f]{32}$/i.test(id)) return '32 hex digits';
  if (UUID.test(id)) return 'UUID';
  return Array.from(id).length > 800 ? 'text of over 800 characters' : 'text';
}

function metadataKind(metadata: unknown): string {
  if (metadata === undefined || metadata === null) return 'none';
  return ['no object', 'flat', 'nested'][depthOf(metadata)] ?? 'nested more';
}

/** @param most levels that are looked at: bodies may be nested beyond any stack */
function depthOf(value: unknown, most = 3): number {
  if (most === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return 0;
  return 1 + Math.max(0, ...Object.values(membersOf(value)).map((member) => depthOf(member, most - 1)));
}

const isUpdate = ({ type }: ReadEvent): boolean => type.endsWith('-update');

function placeKind(before: ReadEvent | undefined, event: ReadEvent): string {
  if (before === undefined) return 'first';
  const [a, b] = [Date.parse(before.timestamp), Date.parse(event.timestamp)];
  if (a === b) return isUpdate(before) && !isUpdate(event) ? 'create behind update' : 'same time';
  return b > a ? 'later' : 'earlier';
}
