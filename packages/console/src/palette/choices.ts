import { COLUMN_WORDS } from '../list/filter-words';
import { DEFAULT_LIST } from '../url/list-address';
import { type Address, readAddress } from '../url/address';
import { readPasted } from './read-id';

/** Line of the palette. */
export interface Choice {
  readonly title: string;
  /** Kind of the target, or the part of the page on which the action works. */
  readonly hint: string;
  /** See `Key`. */
  readonly key?: string | undefined;
  readonly run: () => void;
}

export interface Jumps {
  readonly go: (to: Address) => void;
  /** Opens the trace of an id, or the observation if there is no such trace. */
  readonly goToId: (id: string) => void;
  /** Finds the trace of an observation and opens it. */
  readonly goToObservation: (id: string) => void;
}

const MAX_SHOWN = 50;

/**
 * Returns the choices for a typed text: ids first, then titles, then searches, and last stored values with this prefix. Values arrive
 * later, and being last they move no other line.
 */
export function choicesFor(
  typed: string,
  known: readonly Choice[],
  jumps: Jumps,
  found: readonly FoundValue[] = [],
): readonly Choice[] {
  const text = typed.trim();
  if (text === '') return known.slice(0, MAX_SHOWN);
  const choices = [...idChoices(text, jumps), ...matching(text, known), ...searches(text, jumps)];
  return [...choices, ...found.map((value) => valueChoice(value, jumps))].slice(0, MAX_SHOWN);
}

function idChoices(text: string, { go, goToId, goToObservation }: Jumps): Choice[] {
  const pasted = readPasted(text);
  switch (pasted?.is) {
    case 'address':
      return [{ title: 'Open this link here', hint: pasted.address.page, run: () => go(pasted.address) }];
    case 'id':
      return [{ title: `Open ${pasted.id}`, hint: 'trace or observation', run: () => goToId(pasted.id) }];
    case 'span':
      return [{ title: `Open observation ${pasted.id}`, hint: 'span id', run: () => goToObservation(pasted.id) }];
    case undefined:
      return [];
  }
}

/**
 * Returns the choices whose title or hint contains, for each typed word, a word with that prefix; choices whose title starts with the text
 * are first.
 */
function matching(text: string, known: readonly Choice[]): Choice[] {
  const wanted = text.toLowerCase();
  const words = wanted.split(/\s+/);
  const found = known.filter(({ title, hint }) => {
    const all = ` ${title} ${hint}`.toLowerCase();
    return words.every((word) => all.includes(` ${word}`));
  });
  const isFirst = ({ title }: Choice) => title.toLowerCase().startsWith(wanted);
  return [...found.filter(isFirst), ...found.filter((choice) => !isFirst(choice))];
}

/** Seven days: a search reads as much as its time allows, and the histogram of a longer range would use that time. */
const SEARCHED = '7d';

const SEARCHES: readonly { readonly title: string; readonly parameter: string }[] = [
  { title: 'Traces whose name, id, input or output contains', parameter: 'q' },
  { title: 'Traces named', parameter: 'name' },
  { title: 'Traces of user', parameter: 'userId' },
  { title: 'Traces tagged', parameter: 'tags' },
];

/** Fields whose values are looked up by prefix. */
export const FOUND_FIELDS = ['sessionId', 'userId', 'name', 'tags', 'model'] as const;

/** Stored value. */
export interface FoundValue {
  readonly field: (typeof FOUND_FIELDS)[number];
  readonly value: string;
}

/** Opens a session; for any other field, the list of traces with the value. */
function valueChoice({ field, value }: FoundValue, { go }: Jumps): Choice {
  if (field === 'sessionId') {
    return { title: value, hint: 'session', run: () => go({ page: 'session', id: value, page_: 1 }) };
  }
  return {
    title: value,
    hint: `${COLUMN_WORDS[field]}, last 7 days`,
    run: () => go({ ...DEFAULT_LIST, range: SEARCHED, filters: [{ name: field, value }] }),
  };
}

function searches(text: string, { go }: Jumps): Choice[] {
  const inList = SEARCHES.map(({ title, parameter }) => ({
    title: `${title} “${text}”`,
    hint: 'last 7 days',
    run: () => go(readAddress('traces', new URLSearchParams({ range: SEARCHED, [parameter]: text }).toString())),
  }));
  const session = readAddress(`sessions/${encodeURIComponent(text)}`, '');
  return session.page === 'unknown'
    ? inList
    : [...inList, { title: `Session “${text}”`, hint: 'id', run: () => go(session) }];
}
