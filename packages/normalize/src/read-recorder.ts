import type { SpanView } from './span-view';

/**
 * Recorder of a source's reads of a span. If a source finds only absent attributes, families and events, it has no value. The same then
 * holds for any other span that lacks the same names, because the source has read nothing else that could differ.
 */
export class ReadRecorder {
  /** Copy of the view: notes in it have no effect. */
  readonly view: SpanView;
  #hasRead = false;

  constructor(view: SpanView) {
    const recordRead = (): void => {
      this.#hasRead = true;
    };
    const { span } = view;
    const recordedSpan = recorded(span, recordRead, {
      attributes: recordedMap(span.attributes, recordRead),
      ...(span.events.length === 0 && { events: span.events }),
    });
    const own = { ...view, usedKeys: new Set<string>(), objects: undefined, usedEvents: undefined, omitted: undefined };
    this.view = recorded<SpanView>(own, recordRead, {
      span: recordedSpan,
      resource: recordedMap(view.resource, recordRead),
      families: recordedMap(view.families, recordRead),
    });
  }

  /** Whether a source reads anything that is present. */
  reads(read: (view: SpanView) => unknown): boolean {
    this.#hasRead = false;
    return read(this.view) !== undefined || this.#hasRead;
  }
}

/** Wraps an object so that each read of a member is recorded, except of the members with a stand-in. */
function recorded<T extends object>(target: T, recordRead: () => void, standIns: Partial<T>): T {
  return new Proxy(target, {
    get(_, name) {
      if (Object.hasOwn(standIns, name)) return standIns[name as keyof T];
      recordRead();
      const member: unknown = target[name as keyof T];
      // Methods of a map work on the map itself only.
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
}

/** Wraps a map so that each read is recorded, except the lookup of a missing key. */
function recordedMap<V>(map: ReadonlyMap<string, V>, recordRead: () => void): ReadonlyMap<string, V> {
  const has = (key: string): boolean => {
    const isThere = map.has(key);
    if (isThere) recordRead();
    return isThere;
  };
  const standIns: Partial<ReadonlyMap<string, V>> = { get: (key) => (has(key) ? map.get(key) : undefined), has };
  return recorded(map, recordRead, standIns);
}
