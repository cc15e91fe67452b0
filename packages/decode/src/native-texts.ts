import {
  PUBLIC_OBSERVATION_FIELDS,
  PUBLIC_TRACE_FIELDS,
  eachElement,
  eachMember,
  endOfValue,
  fieldsOf,
  type JsonText,
} from '@sluice/record';
import { OPEN_BRACE, OPEN_BRACKET } from './json-scan';
import type { JsonTexts } from './native';

const FREE_FORM: ReadonlySet<string> = new Set([
  ...fieldsOf(PUBLIC_TRACE_FIELDS, 'io', 'members'),
  ...fieldsOf(PUBLIC_OBSERVATION_FIELDS, 'json', 'members'),
]);

/** The free-form members of the items in the text of a valid native batch. Of a name that was sent twice the last stays. */
export function batchTexts(text: JsonText): { readonly trace: JsonTexts; readonly observations: readonly JsonTexts[] } {
  let trace = new Map<string, JsonText>();
  let observations: JsonTexts[] = [];
  eachMember(text, 0, (name, start) => {
    if (name === 'trace') return readItem(text, start, (trace = new Map<string, JsonText>()));
    if (name !== 'observations' || text.charCodeAt(start) !== OPEN_BRACKET) return endOfValue(text, start);
    const items: JsonTexts[] = (observations = []);
    return eachElement(text, start, (at) => {
      const item = new Map<string, JsonText>();
      items.push(item);
      return readItem(text, at, item);
    });
  });
  return { trace, observations };
}

/** The free-form members of the text of one observation. */
export function itemTexts(text: JsonText): JsonTexts {
  const item = new Map<string, JsonText>();
  readItem(text, 0, item);
  return item;
}

/** @returns the index after the value at `at`. What is no object is one of a name that was sent again after it. */
function readItem(text: JsonText, at: number, item: Map<string, JsonText>): number {
  if (text.charCodeAt(at) !== OPEN_BRACE) return endOfValue(text, at);
  return eachMember(text, at, (name, start) => {
    const end = endOfValue(text, start);
    if (FREE_FORM.has(name)) item.set(name, text.slice(start, end));
    return end;
  });
}
