import { COLUMN_WORDS } from '../list/filter-words';
import { DEFAULT_LIST } from '../url/list-address';
import { type Address, readAddress } from '../url/address';
import { readPasted } from './read-id';

/** A line of the palette. */
export interface Choice {
  readonly title: string;
  /** What kind of thing it is, or on which part of the page it acts. */
  readonly hint: string;
  /** See `Key`. */
  readonly key?: string | undefined;
  readonly run: () => void;
}

export interface Jumps {
  readonly go: (to: Address) => void;
  /** Goes to the trace of an id, or to the observation where no trace has it. */
  readonly goToId: (id: string) => void;
  /** Looks up of which trace an observation is, and goes there. */
  readonly goToObservation: (id: string) => void;
}

const MOST_SHOWN = 50;

/**
 * What fits a typed text: first what it is the id of, then what is called so, then searches for it, and last what traces have that begins
 * so: that comes later, and moves nothing that is there.
 */
export function choicesFor(
  typed: string,
  known: readonly Choice[],
  jumps: Jumps,
  found: readonly FoundValue[] = [],
): readonly Choice[] {
  const text = typed.trim();
  if (text === '') return known.slice(0, MOST_SHOWN);
  const choices = [...idChoices(text, jumps), ...matching(text, known), ...searches(text, jumps)];
  return [...choices, ...found.map((value) => valueChoice(value, jumps))].slice(0, MOST_SHOWN);
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

/** Those of which a word of title or hint begins with each word, in any order; first those that begin with the text. */
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

/** Seven days: a search reads as far as it comes in its time, and the histogram of more would take it. */
const SEARCHED = '7d';

const SEARCHES: readonly { readonly title: string; readonly parameter: string }[] = [
  { title: 'Traces whose name, id, input or output contains', parameter: 'q' },
  { title: 'Traces named', parameter: 'name' },
  { title: 'Traces of user', parameter: 'userId' },
  { title: 'Traces tagged', parameter: 'tags' },
];

/** What is looked for by how it begins. */
export const FOUND_FIELDS = ['sessionId', 'userId', 'name', 'tags', 'model'] as const;

/** A value that traces have. */
export interface FoundValue {
  readonly field: (typeof FOUND_FIELDS)[number];
  readonly value: string;
}

/** Opens a session; of anything else the traces that have it. */
function valueChoice({ field, value }: FoundValue, { go }: Jumps): Choice {
  if (field === 'sessionId') {
    return { title: value, hint: 'session', run: () => go({ page: 'session', id: value, page_: 1 }) };
  }
  return {
    title: value,
    hint: `${COLUMN_WORDS[field]}, last 7 days`,
    run: () => go({ page: 'traces', ...DEFAULT_LIST, range: SEARCHED, filters: [{ name: field, value }] }),
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
