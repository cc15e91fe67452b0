import type { Attributes, OtlpEvent } from '@sluice/decode';
import type { Dialect, Family } from './dialects';
import type { Member } from './span-view';

/** Limit of remembered attribute names; senders use few, but they choose them. */
const MAX_REMEMBERED = 10_000;
const MAX_REMEMBERED_LENGTH = 200;

/** Facts that attribute names show before any value is read. */
export interface DetectedDialects {
  /** Bit mask of the dialects of the names; includes dialects that are always read. */
  readonly detectedDialects: number;
  /** Attributes of each family, by the family's name. */
  readonly families: ReadonlyMap<string, readonly Member[]>;
}

/** Facts about an attribute name. */
interface NameInfo {
  readonly dialects: number;
  readonly family: string;
  readonly member: Member | undefined;
}

const NO_FAMILIES: ReadonlyMap<string, readonly Member[]> = new Map();

/** Detector of dialects and families by attribute names. */
export class DialectDetector {
  readonly #bitsOfNamespace = new Map<string, number>();
  readonly #always: number;
  readonly #families: readonly Family[];
  readonly #remembered = new Map<string, NameInfo>();

  /** @param bits the bit of each dialect */
  constructor(usual: readonly Dialect[], bits: ReadonlyMap<Dialect, number>) {
    for (const dialect of usual) {
      for (const name of dialect.namespaces) {
        this.#bitsOfNamespace.set(name, (this.#bitsOfNamespace.get(name) ?? 0) | (bits.get(dialect) ?? 0));
      }
    }
    this.#always = this.#bitsOfNamespace.get('*') ?? 0;
    this.#families = familiesOf(usual);
  }

  detect(attributes: Attributes): DetectedDialects {
    let detectedDialects = this.#always;
    let families: Map<string, Member[]> | undefined;
    for (const name of attributes.keys()) {
      const { dialects, family, member } = this.#infoOf(name);
      detectedDialects |= dialects;
      if (member === undefined) continue;
      const members = (families ??= new Map<string, Member[]>()).get(family);
      if (members === undefined) families.set(family, [member]);
      else members.push(member);
    }
    return { detectedDialects, families: families ?? NO_FAMILIES };
  }

  /** Returns the dialects of the names of events. */
  detectInEvents(events: readonly OtlpEvent[]): number {
    let detectedDialects = 0;
    for (const { name } of events) detectedDialects |= this.#infoOf(name).dialects;
    return detectedDialects;
  }

  #infoOf(name: string): NameInfo {
    const known = this.#remembered.get(name);
    if (known !== undefined) return known;
    const dialects = this.#bitsOfNamespace.get(NAMESPACE.exec(name)?.[0] ?? name) ?? 0;
    const start = this.#families.find(
      (one) => name.startsWith(one.name) && name.length > one.name.length && one.has(name),
    );
    const family = start?.name.slice(0, -1) ?? '';
    const info = { dialects, family, member: start === undefined ? undefined : memberOf(name, start.name) };
    if (name.length <= MAX_REMEMBERED_LENGTH && this.#remembered.size < MAX_REMEMBERED) {
      this.#remembered.set(name, info);
    }
    return info;
  }
}

/** First segment of a name; Genkit's segments end with a colon. */
const NAMESPACE = /^[^.:]+/;

/** Families, each with the prefix of its members; of two prefixes that overlap, the longer one first. */
function familiesOf(usual: readonly Dialect[]): readonly Family[] {
  const families = usual.flatMap(({ families = [], metadata = [], traceMetadata = [] }) => [
    ...families,
    ...metadata,
    ...traceMetadata,
  ]);
  return families
    .map((family) => (typeof family === 'string' ? { name: family, has: () => true } : family))
    .map(({ name, has }) => ({ name: `${name}${name.includes(':') ? ':' : '.'}`, has }))
    .sort((a, b) => b.name.length - a.name.length);
}

function memberOf(attribute: string, start: string): Member {
  const key = attribute.slice(start.length);
  return { attribute, key, path: /^\d/.test(key) ? key.split('.') : undefined };
}
