import { type Reading, refused } from '@sluice/runtime';
import { type ApiKey, type ApiKeys, SHORTEST_SAFE, parseKeyPair, secretDigest } from './api-key';
import { readDocument } from './document/read-document';
import { readSecrets } from './read-lines';
import { SCOPES } from './grant';

/** Empty lines, comments and the mark with which a YAML document may begin. */
const NOTHING = /^(?:#.*|---)?$/;
/** No line of pairs can be the second: behind the colon of a pair its secret begins. */
const DOCUMENT = /^(?:\{|["']?(?:keys|projects)["']?:(?:\s|$))/;

/**
 * Reads what API_KEYS or its file holds: a document of credentials where its first line, that is neither empty nor a comment,
 * begins with `{`, `keys:` or `projects:`, else pairs `public:secret`, which have every scope in the default project.
 */
export function readApiKeys(text: string): Reading<ApiKeys> {
  return readKeys(text, true);
}

/** The same for who only needs to know the projects: a document may be without credentials. */
export function readProjectTerms(text: string): Reading<ApiKeys['projects']> {
  const reading = readKeys(text, false);
  return reading.ok ? { ok: true, value: reading.value.projects } : reading;
}

function readKeys(text: string, needsKeys: boolean): Reading<ApiKeys> {
  if (isDocument(text)) return readDocument(text, needsKeys);
  const pairs = readPairs(text);
  return pairs.ok ? { ok: true, value: { keys: pairs.value, projects: new Map() } } : pairs;
}

function isDocument(text: string): boolean {
  const first = text.split('\n').find((line) => !NOTHING.test(line.trim()));
  return first !== undefined && DOCUMENT.test(first.trimStart());
}

/** An entry as `keys create` prints it; no pair has a space. */
const ENTRY = /^ *- /;

function readPairs(text: string): Reading<readonly ApiKey[]> {
  const first = text.split('\n').findIndex((line) => !NOTHING.test(line.trim()));
  if (ENTRY.test(text.split('\n')[first] ?? '')) {
    return refused(`line ${first + 1}: an entry of a document stands below a line "keys:", which is missing`);
  }
  return readSecrets(text, {
    accepted:
      'public:secret pairs of printable ASCII without spaces, separated by commas or line breaks (or a document, which begins with keys:, projects: or {)',
    parse: (part) => {
      const pair = parseKeyPair(part);
      if (pair === undefined) return undefined;
      const { publicKey, secretKey } = pair;
      const isShort = secretKey.length < SHORTEST_SAFE;
      return { publicKey, secretDigest: secretDigest(secretKey), scopes: SCOPES, isShort };
    },
  });
}
