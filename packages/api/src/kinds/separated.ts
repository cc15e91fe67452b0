import { type Kind, type Query, invalid, scalar } from './kind';

const partsOf = (query: Query, name: string): readonly string[] => [
  ...new Set((scalar(query, name) ?? '').split(',').filter((part) => part !== '')),
];

/** Texts separated by commas, none twice; undefined where it is absent. */
export const textsOrNone = (): Kind<readonly string[] | undefined> => ({
  schema: { type: 'array', items: { type: 'string' } },
  several: 'separated by commas',
  read: (query, name) => {
    const parts = partsOf(query, name);
    return parts.length === 0 ? undefined : parts;
  },
});

/** Words of a closed set, in this spelling, separated by commas; undefined where it is absent. */
export const wordsOrNone = <const Word extends string>(known: readonly Word[]): Kind<readonly Word[] | undefined> => ({
  schema: { type: 'array', items: { type: 'string', enum: known } },
  several: 'separated by commas',
  read: (query, name) => chosen(partsOf(query, name), known, name, (part) => known.find((word) => word === part)),
});

/** Words of a closed set of upper case, in any case, separated by commas; undefined where it is absent. */
export const wordsInAnyCase = <const Word extends string>(
  known: readonly Word[],
): Kind<readonly Word[] | undefined> => ({
  schema: {
    type: 'array',
    items: { type: 'string', pattern: `^(?:${known.map(inAnyCase).join('|')})$`, examples: known },
  },
  several: 'separated by commas',
  read: (query, name) =>
    chosen(partsOf(query, name), known, name, (part) =>
      /^[A-Za-z]+$/.test(part) ? known.find((word) => word === part.toUpperCase()) : undefined,
    ),
});

/** Pattern of a word of letters in any case. */
const inAnyCase = (word: string): string => word.replace(/[A-Z]/g, (letter) => `[${letter}${letter.toLowerCase()}]`);

function chosen<Word extends string>(
  parts: readonly string[],
  known: readonly Word[],
  name: string,
  find: (part: string) => Word | undefined,
): readonly Word[] | undefined {
  if (parts.length === 0) return undefined;
  return parts.map((part) => {
    const word = find(part);
    if (word === undefined) throw invalid(name, `any of ${known.join(', ')}, separated by commas`, part);
    return word;
  });
}
