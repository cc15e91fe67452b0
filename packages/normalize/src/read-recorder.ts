import type { SpanView } from './span-view';

/**
 * Watches what a source meets of a span. One that meets only what is absent, of attributes, families and events, has no
 * value, and has none of any other span where the same is absent: nothing else has been asked that could differ.
 */
export class ReadRecorder {
  /** A copy of the view: what is noted in it is of no effect. */
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

  /** Whether a source meets anything. */
  reads(read: (view: SpanView) => unknown): boolean {
    this.#hasRead = false;
    return read(this.view) !== undefined || this.#hasRead;
  }
}

/** An object of which every member is met but those that have a stand-in. */
function recorded<T extends object>(target: T, recordRead: () => void, standIns: Partial<T>): T {
  return new Proxy(target, {
    get(_, name) {
      if (Object.hasOwn(standIns, name)) return standIns[name as keyof T];
      recordRead();
      const member: unknown = target[name as keyof T];
      // Those of a map work on the map itself only.
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
}

/** A map of which everything is met but that it lacks a key. */
function recordedMap<V>(map: ReadonlyMap<string, V>, recordRead: () => void): ReadonlyMap<string, V> {
  const has = (key: string): boolean => {
    const isThere = map.has(key);
    if (isThere) recordRead();
    return isThere;
  };
  const standIns: Partial<ReadonlyMap<string, V>> = { get: (key) => (has(key) ? map.get(key) : undefined), has };
  return recorded(map, recordRead, standIns);
}
