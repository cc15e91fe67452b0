import { type Exact, type ExactObject, isArray, isObject } from '../json/exact-value';
import { printExact } from '../json/print';

/** An attribute under the heading of where it came from. */
export interface Attribute {
  readonly group: string;
  readonly key: string;
  /** Of a text the text, of anything else its JSON. */
  readonly value: string;
}

/** Members of metadata that repeat what the sender's SDK says, by the headings that they have here. */
const GROUPS: ReadonlyMap<string, string> = new Map([
  ['attributes', 'Span attributes'],
  ['resourceAttributes', 'Resource attributes'],
  ['scope', 'Instrumentation scope'],
]);
const OWN = 'Metadata';
const LONGEST = 100_000;

/** The metadata of an observation, each of its attributes a row; what the program sent itself comes first. */
export function attributesOf(metadata: Exact | undefined): readonly Attribute[] {
  if (!isObject(metadata)) return [];
  const own: Attribute[] = [];
  const sent: Attribute[] = [];
  for (const [key, value] of Object.entries(metadata)) {
    if (value === undefined) continue;
    const group = GROUPS.get(key);
    if (key === 'events' && isArray(value) && value.every(isObject)) {
      for (const [n, event] of value.entries()) sent.push(...rowsOfEvent(event, n + 1));
      continue;
    }
    if (group === undefined || !isObject(value)) own.push({ group: OWN, key, value: textOf(value) });
    else for (const [name, each] of Object.entries(value)) sent.push({ group, key: name, value: textOf(each ?? null) });
  }
  return [...own, ...sent];
}

/** What happened while the span ran, as OpenTelemetry has it: its attributes are rows beside its other members. */
function rowsOfEvent({ name, attributes, ...rest }: ExactObject, nth: number): readonly Attribute[] {
  const group = `Event ${nth}${typeof name === 'string' ? `: ${name}` : ''}`;
  const members = isObject(attributes) ? { ...rest, ...attributes } : { ...rest, attributes };
  return Object.entries(members).flatMap(([key, value]) =>
    value === undefined ? [] : [{ group, key, value: textOf(value) }],
  );
}

/** Those whose name or value has a text in it, in any case. */
export function filtered(attributes: readonly Attribute[], text: string): readonly Attribute[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return attributes;
  return attributes.filter(({ key, value }) => `${key}\n${value}`.toLowerCase().includes(wanted));
}

const textOf = (value: Exact): string =>
  (typeof value === 'string' ? value : printExact(value, { most: LONGEST })).slice(0, LONGEST);
