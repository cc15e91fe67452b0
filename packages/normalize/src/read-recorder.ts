import type { SpanView } from './span-view';

/**
 * Watches what a source meets of a span. One that meets only what is absent, of attributes, families and events, has no
 * value, and has none of any other span where the same is absent: nothing else has been asked that could differ.
 */
export class Watch {
  /** A copy of the view: what is noted in it is of no effect. */
  readonly view: SpanView;
  #met = false;

  constructor(view: SpanView) {
    const meet = (): void => {
      this.#met = true;
    };
    const { span } = view;
    const watchedSpan = watched(span, meet, {
      attributes: watchedMap(span.attributes, meet),
      ...(span.events.length === 0 && { events: span.events }),
    });
    const own = { ...view, usedKeys: new Set<string>(), objects: undefined, usedEvents: undefined, omitted: undefined };
    this.view = watched<SpanView>(own, meet, {
      span: watchedSpan,
      resource: watchedMap(view.resource, meet),
      families: watchedMap(view.families, meet),
    });
  }

  /** Whether a source meets anything. */
  meets(read: (view: SpanView) => unknown): boolean {
    this.#met = false;
    return read(this.view) !== undefined || this.#met;
  }
}

/** An object of which every member is met but those that have a stand-in. */
function watched<T extends object>(target: T, meet: () => void, standIns: Partial<T>): T {
  return new Proxy(target, {
    get(_, name) {
      if (Object.hasOwn(standIns, name)) return standIns[name as keyof T];
      meet();
      const member: unknown = target[name as keyof T];
      // Those of a map work on the map itself only.
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
}

/** A map of which everything is met but that it lacks a key. */
function watchedMap<V>(map: ReadonlyMap<string, V>, meet: () => void): ReadonlyMap<string, V> {
  const has = (key: string): boolean => {
    const isThere = map.has(key);
    if (isThere) meet();
    return isThere;
  };
  const standIns: Partial<ReadonlyMap<string, V>> = { get: (key) => (has(key) ? map.get(key) : undefined), has };
  return watched(map, meet, standIns);
}
