import { type Reading, refused } from '@sluice/runtime';
import { type ApiKey, type ApiKeys, SHORTEST_SAFE, parseKeyPair, secretDigest } from './api-key';
import { readDocument } from './document/read-document';
import { readSecrets } from './read-lines';
import { SCOPES } from './grant';

/** Empty lines, comments and the mark with which a YAML document may begin. */
const NOTHING = /^(?:#.*|---)?$/;
/** First line of a document. A line of pairs cannot match: after the colon of a pair its secret begins. */
const DOCUMENT = /^(?:\{|["']?(?:keys|projects)["']?:(?:\s|$))/;

/**
 * Reads the contents of API_KEYS or its file: a document of credentials if its first line, that is neither empty nor a comment, begins with
 * `{`, `keys:` or `projects:`; otherwise pairs `public:secret`, which have every scope in the default project.
 */
export function readApiKeys(text: string): Reading<ApiKeys> {
  return readKeys(text, true);
}

/** Reads the projects only: a document may be without credentials. */
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

/** An entry as `keys create` prints it; a pair has no space. */
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
