import { type Exact, type ExactObject, isArray, isObject, readExact } from '../json/exact-value';

/** OpenTelemetry attribute, of an event or of the span. */
const STACK = 'exception.stacktrace';
/** Most stack traces shown, and most values of the metadata that are parsed. */
const MOST = 5;
const MAX_VALUES = 100_000;

/** Returns the distinct stack traces that an SDK recorded, as text. */
export function stackTracesOf(metadata: string): readonly string[] {
  const read = readExact(metadata, MAX_VALUES);
  if (!isObject(read)) return [];
  const events = isArray(read['events']) ? read['events'] : [];
  const found = [...events.map((event) => (isObject(event) ? event['attributes'] : undefined)), read['attributes']]
    .filter(isObject)
    .flatMap(stackIn);
  return [...new Set(found)].slice(0, MOST);
}

function stackIn(attributes: ExactObject): readonly string[] {
  const stack: Exact | undefined = attributes[STACK];
  return typeof stack === 'string' && stack.trim() !== '' ? [stack] : [];
}
