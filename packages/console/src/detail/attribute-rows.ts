import { type Exact, type ExactObject, isArray, isObject } from '../json/exact-value';
import { printExact } from '../json/print';
import { type Filter, MAX_KEY, STEP_COLUMNS, isFilter } from '../url/filters';

/** Attribute, under the heading of its source. */
export interface Attribute {
  readonly group: string;
  readonly key: string;
  /** Value: a string as it is, any other value as JSON. */
  readonly value: string;
  /** Filter by the value; absent where the API cannot filter by it. */
  readonly filter?: Filter;
}

/** Members of metadata that repeat data of the sender's SDK, with their headings on the page. */
const GROUPS: ReadonlyMap<string, string> = new Map([
  ['attributes', 'Span attributes'],
  ['resourceAttributes', 'Resource attributes'],
  ['scope', 'Instrumentation scope'],
]);
const OWN = 'Metadata';
const LONGEST = 100_000;

/** Lists the metadata of an observation, one row an attribute; the program's own metadata is first. */
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
    if (group === undefined || !isObject(value))
      own.push({ group: OWN, key, value: textOf(value), ...filterBy(key, value) });
    else for (const [name, each] of Object.entries(value)) sent.push({ group, key: name, value: textOf(each ?? null) });
  }
  return [...own, ...sent];
}

/** Lists an OpenTelemetry event of the span as rows: its attributes next to its other members. */
function rowsOfEvent({ name, attributes, ...rest }: ExactObject, nth: number): readonly Attribute[] {
  const group = `Event ${nth}${typeof name === 'string' ? `: ${name}` : ''}`;
  const members = isObject(attributes) ? { ...rest, ...attributes } : { ...rest, attributes };
  return Object.entries(members).flatMap(([key, value]) =>
    value === undefined ? [] : [{ group, key, value: textOf(value) }],
  );
}

/** Returns the attributes whose name or value contains a text, ignoring case. */
export function filtered(attributes: readonly Attribute[], text: string): readonly Attribute[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return attributes;
  return attributes.filter(({ key, value }) => `${key}\n${value}`.toLowerCase().includes(wanted));
}

/** Most characters of a value that the API compares. */
const LONGEST_COMPARED = 1000;

/** Returns a filter by a member of metadata; members without a simple value have none. */
function filterBy(key: string, value: Exact): Pick<Attribute, 'filter'> {
  const text = textOf(value);
  const filter = { name: `metadata.${key}`, value: text } as const;
  const isSimple = value !== null && !isArray(value) && !isObject(value) && text.length <= LONGEST_COMPARED;
  return isSimple && key.length <= MAX_KEY && isFilter(STEP_COLUMNS, filter) ? { filter } : {};
}

const textOf = (value: Exact): string =>
  (typeof value === 'string' ? value : printExact(value, { most: LONGEST })).slice(0, LONGEST);
