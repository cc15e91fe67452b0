import type { QueryPart } from './query';

/** Member of an address in its parameters. `write` is the reverse of `read`. */
export interface Member<Value> {
  /** @param id text of `:id` in the path */
  readonly read: (parameters: URLSearchParams, id: string) => Value;
  readonly write: (value: Value) => readonly QueryPart[];
}

/** Members of the addresses of a page. */
type Members<Shown> = { readonly [Name in Exclude<keyof Shown, 'page'>]-?: Member<Shown[Name]> };

/** Path, reader and writer of addresses. */
export interface PathAndForm<Shown> {
  readonly path: string;
  readonly read: (parameters: URLSearchParams, id?: string) => Shown;
  readonly write: (address: Shown) => readonly QueryPart[];
}

/**
 * Makes the form of a page from the members of its addresses, which are written in their order.
 * @param path see `AddressForm`
 */
export function addressForm<Shown extends { readonly page: string }>(
  page: Shown['page'],
  members: Members<Shown>,
  path: string = page,
): PathAndForm<Shown> {
  const all = Object.entries(members as unknown as Readonly<Record<string, Member<never>>>);
  return {
    path,
    read: (parameters, id = '') =>
      ({
        page,
        ...Object.fromEntries(all.map(([name, { read }]) => [name, read(parameters, id)])),
      }) as unknown as Shown,
    write: (address) => all.flatMap(([name, { write }]) => write(address[name as keyof Shown] as never)),
  };
}

/** Segment `:id` of the path. */
export const ID: Member<string> = { read: (_, id) => id, write: () => [] };

/** Member of one parameter, whose usual value is not written. @param read reads its text @param textOf by default the text of the value */
export const member = <Value>(
  name: string,
  read: (text: string | null) => Value,
  textOf = (value: Value): string | undefined => value?.toString(),
): Member<Value> => ({
  read: (parameters) => read(parameters.get(name)),
  write: (value) => {
    const text = textOf(value);
    return [[name, text, textOf(read(null))]];
  },
});

/** Text; absent if it is empty. */
export const text = (name: string): Member<string | undefined> =>
  member(name, (given) => (given === '' ? undefined : (given ?? undefined)));

/** One of several words; an unknown one is the first, which is not written. */
export const word = <Word extends string>(name: string, words: readonly [Word, ...Word[]]): Member<Word> =>
  member(name, (given) => words.find((each) => each === given) ?? words[0]);

/** Whether a parameter has a word, which is written only then. */
export const flag = (name: string, word = '1'): Member<boolean> =>
  member(
    name,
    (given) => given === word,
    (value) => (value ? word : undefined),
  );

/** Number of a page, from 1; an invalid number is 1. */
export const PAGE: Member<number> = member('page', (given) => {
  const page = Number(given);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
});

/** Searched text; empty for no search. */
export const SEARCH: Member<string> = member('q', (given) => given ?? '');

/** Cursor of the API, after which a list continues; null for its beginning. */
export const AFTER: Member<string | null> = member('after', (given) => given);
