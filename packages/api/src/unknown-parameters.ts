import { badRequest } from '@sluice/http';
import { ANSWER_LIMITS } from '@sluice/record';
import { isOneEdit } from '@sluice/runtime';
import type { Query } from './kinds/kind';

/** Usual names of filters that have another name here. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['user', 'userId'],
  ['session', 'sessionId'],
  ['tag', 'tags'],
]);

/**
 * Names that the Langfuse API documents for reads. Its clients send them, also where an endpoint here has none of that
 * name, and are not to be refused for one that looks like it.
 */
const LANGFUSE_NAMES: ReadonlySet<string> = new Set([
  ...['page', 'limit', 'cursor', 'orderBy', 'fields', 'filter', 'query', 'useEventsTable'],
  ...['userId', 'name', 'traceName', 'sessionId', 'version', 'release', 'tags', 'environment', 'type', 'level'],
  ...['traceId', 'parentObservationId', 'fromTimestamp', 'toTimestamp', 'fromStartTime', 'toStartTime'],
  ...['failIfDatabaseUnavailable', 'failIfNoRecentEvents'],
]);

/** Shorter names are one edit from too many others: `to`, `name`. */
const SHORTEST_EDITED = 5;
/** No name that is meant is longer, underscores and all. */
const LONGEST_MEANT = 64;
const MAX_PROBLEMS = 5;
const LIST = '[]';

/**
 * The names in a query that an endpoint does not have: it ignores them and lists them in a header (`listedNames`). One that
 * is nearly the name of a parameter is refused, because leaving out a filter would answer everything: another case, more
 * or fewer underscores, or one letter more, less, another, or in the place of the next, where the name has five; and
 * `user`, `session`, `tag` (contract: HTTP in general).
 * @param known all that the endpoint has, in every spelling
 * @throws ApiError 400 with the names that were meant
 */
export function ignoredParameters(query: Query, known: readonly string[]): readonly string[] {
  const unknown = Object.keys(query).filter((name) => name !== '' && !known.includes(name));
  const problems: string[] = [];
  for (const name of unknown) {
    const meant = meantBy(name, known);
    if (meant === undefined) continue;
    const shown = JSON.stringify(name.slice(0, LONGEST_MEANT));
    problems.push(`${shown}: there is no such parameter, did you mean ${meant}?`);
    if (problems.length === MAX_PROBLEMS) break;
  }
  if (problems.length > 0) throw badRequest(problems.join('; '));
  return unknown;
}

function meantBy(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST_MEANT || LANGFUSE_NAMES.has(name)) return undefined;
  const normalized = normalizedName(name);
  const names = known.filter((each) => !each.endsWith(LIST));
  const alias = ALIASES.get(normalized);
  return (
    names.find((each) => normalizedName(each) === normalized) ??
    names.find((each) => each === alias) ??
    names.find((each) => normalizedName(each).length >= SHORTEST_EDITED && isOneEdit(normalized, normalizedName(each)))
  );
}

/** The letters of a name: `tags[]` and `TAGS` are `tags`. */
function normalizedName(name: string): string {
  return (name.endsWith(LIST) ? name.slice(0, -LIST.length) : name).replaceAll('_', '').toLowerCase();
}

/** Longest name that the header lists, in bytes. */
const LONGEST_LISTED = 100;
/** `, +` and a number: a URL has fewer names than 100,000. */
const REST = 8;

/**
 * Names as the value of a header, percent-encoded as in a URL and separated by commas, at most 1 KiB: a long one ends with
 * `...`, and `+12` at the end counts those that found no place.
 */
export function listedNames(names: readonly string[]): string {
  let list = '';
  for (const [index, name] of names.entries()) {
    const longer = `${list}${list === '' ? '' : ', '}${escaped(name)}`;
    if (longer.length > ANSWER_LIMITS.ignored - REST) return `${list}, +${names.length - index}`;
    list = longer;
  }
  return list;
}

function escaped(name: string): string {
  const cut = name.length > LONGEST_LISTED ? `${name.slice(0, LONGEST_LISTED)}...` : name;
  return encodeURIComponent(cut.toWellFormed()); // half of one is no text
}
