import type { Attributes, OtlpEvent } from '@sluice/decode';
import type { Dialect, Family } from './dialects';
import type { Member } from './span-view';

/** How many names of attributes are remembered; senders use few, but they choose them. */
const MAX_REMEMBERED = 10_000;
const MAX_REMEMBERED_LENGTH = 200;

/** What names of attributes show before any value is read. */
export interface DetectedDialects {
  /** The dialects spoken, a bit for each; those that are always asked included. */
  readonly spokenDialects: number;
  /** The attributes that belong to a family, by its name. */
  readonly families: ReadonlyMap<string, readonly Member[]>;
}

/** What is known of an attribute by its name. */
interface NameInfo {
  readonly dialects: number;
  readonly family: string;
  readonly member: Member | undefined;
}

const NO_FAMILIES: ReadonlyMap<string, readonly Member[]> = new Map();

/** Knows of each name which dialects it speaks and which family it belongs to. */
export class DialectDetector {
  readonly #bitsOfNamespace = new Map<string, number>();
  readonly #always: number;
  readonly #families: readonly Family[];
  readonly #remembered = new Map<string, NameInfo>();

  /** @param bits of each dialect its own */
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
    let spokenDialects = this.#always;
    let families: Map<string, Member[]> | undefined;
    for (const name of attributes.keys()) {
      const { dialects, family, member } = this.#infoOf(name);
      spokenDialects |= dialects;
      if (member === undefined) continue;
      const members = (families ??= new Map<string, Member[]>()).get(family);
      if (members === undefined) families.set(family, [member]);
      else members.push(member);
    }
    return { spokenDialects, families: families ?? NO_FAMILIES };
  }

  /** The dialects that the names of events speak. */
  spokenBy(events: readonly OtlpEvent[]): number {
    let spokenDialects = 0;
    for (const { name } of events) spokenDialects |= this.#infoOf(name).dialects;
    return spokenDialects;
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

/** The first segment of a name; Genkit's end with a colon. */
const NAMESPACE = /^[^.:]+/;

/** The families, each with what its members begin with; the longer one first, of which another is a part. */
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
