import { quote } from './json-text';

/* Classification of a value by its name (contract: Secrets). Senders choose the length of names: every expression here is without
   repetition, or is applied to the last characters only. */

/** Kind of a name: its value grants access to another system; its members are the headers of a request; or neither. */
export type NameKind = 'secret' | 'headers' | 'plain';

/** Returns the kind of a name: `openai_api_key`, `http.request.header.cookie`, `requestHeaders`. */
export function kindOf(name: string): NameKind {
  const end = endOfLetters(name);
  const ending = endOf(name, end);
  if (!ENDS.has(ending) && !ENDS_OF_HEADERS.has(ending)) return 'plain';
  const header = headerIn(name);
  if (header !== undefined && isSecretHeader(header)) return 'secret';
  if (!ENDS.has(ending)) return 'plain';
  const named = lastWords(name, end);
  if (isSecretWord(named)) return 'secret';
  const last = named.at(-1);
  if (last !== 'headers' && last !== 'header') return 'plain';
  return header?.toLowerCase().startsWith('access-control-') === true ? 'plain' : 'headers';
}

/** Facts about an attribute's name that decide how it is written. */
export interface WrittenName {
  readonly kind: NameKind;
  /** The name as member of an object: `"name":`. */
  readonly member: string;
}

/** Limit of remembered names; senders use few, but they choose them. */
const MAX_REMEMBERED = 2_000;
const MAX_REMEMBERED_LENGTH = 200;
const remembered = new Map<string, WrittenName>();

/** Returns the facts about an attribute's name, cached. Not for a name cut out of a text, because the cache would retain the whole text. */
export function writtenName(name: string): WrittenName {
  const known = remembered.get(name);
  if (known !== undefined) return known;
  const written = { kind: kindOf(name), member: `${quote(name)}:` };
  if (name.length <= MAX_REMEMBERED_LENGTH && remembered.size < MAX_REMEMBERED) remembered.set(name, written);
  return written;
}

/** Whether the value of an HTTP header grants access. */
export function isSecretHeader(name: string): boolean {
  const end = endOfLetters(name);
  const ending = endOf(name, end);
  if (!ENDS.has(ending) && !ENDS_OF_HEADERS.has(ending)) return false;
  const named = lastWords(name, end);
  const [before = '', last = ''] = named.length === 1 ? ['', named[0]] : named.slice(-2);
  if (SECRET_HEADERS.test(last) || WHOLE_HEADERS.has(`${before}-${last}`)) return true;
  return last.endsWith('key') ? last !== 'key' || (before !== '' && !HARMLESS_KEYS.has(before)) : isSecretWord(named);
}

/** Words that mark a secret at the end of any name. */
const SECRETS =
  /(?:authorization|auth|cookies?|secrets?|passwords?|passwd|passphrase|credentials?|jwt|bearer|csrf|xsrf)$/;

/** Words before `key` or `token` that mark a secret; most other words there are harmless: `max_token`. */
const OF_KEYS = words(
  'access account admin anthropic api app application auth deploy encryption function hmac license master openai',
  'private secret service shared signing ssh subscription',
);
const OF_TOKENS = words(
  'access admin api app auth authorization bearer bot csrf deploy device gh github gitlab hf id identity jwt login npm',
  'oauth personal private refresh reset secret security service session slack vault xsrf',
);

/** Further words that mark a secret among headers, where every key and token is a secret except the harmless ones. */
const SECRET_HEADERS = /(?:authentication|saml|signature|assertion|pwd|token)$/;
const WHOLE_HEADERS = words('oidc-data client-principal');
const HARMLESS_KEYS = words('cache idempotency partition routing surrogate websocket');

function isSecretWord(named: readonly string[]): boolean {
  const last = named.at(-1) ?? '';
  const before = named.at(-2) ?? '';
  if (SECRETS.test(last)) return true;
  if (last === 'pwd') return before !== '' && before !== 'old'; // alone it is a folder
  if (last.endsWith('key')) return OF_KEYS.has(last === 'key' ? before : last.slice(0, -'key'.length));
  return last.endsWith('token') && OF_TOKENS.has(last === 'token' ? before : last.slice(0, -'token'.length));
}

/** Returns the header in a name after a segment that ends in `header` or `headers`; in gRPC, `metadata`. */
function headerIn(name: string): string | undefined {
  if (name.includes('eader') || name.includes('EADER')) {
    const found = HEADER.exec(name);
    return found === null ? undefined : name.slice(found.index + found[0].length);
  }
  if (!name.startsWith('rpc.')) return undefined;
  const at = name.indexOf(GRPC);
  return at === -1 ? undefined : name.slice(at + GRPC.length);
}

const HEADER = /headers?\./i;
const GRPC = '.metadata.';

/** Last three letters of all words that need a check, and further ones for headers. */
const ENDS = endings('ion uth kie ies ret ets ord rds swd ase ial als jwt rer srf pwd key ken der ers');
const ENDS_OF_HEADERS = endings('aml ure ata pal');

function endings(list: string): ReadonlySet<number> {
  return new Set(list.split(' ').map((end) => endOf(end, 3)));
}

/** Returns the last three letters, whatever their case, as one number: a string for every name would cost more. */
function endOf(name: string, end: number): number {
  const letter = (at: number): number => name.charCodeAt(at) | 0x20;
  return (letter(end - 3) << 16) | (letter(end - 2) << 8) | letter(end - 1);
}

/** Returns the index after the last letter: `cookie.0` and `api_key_2` are judged without their number. */
function endOfLetters(name: string): number {
  let end = name.length;
  while (end > 0 && !isLetter(name.charCodeAt(end - 1))) end--;
  return end;
}

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/** Limit of the length of the last two words of a name, by which it is judged. */
const LONGEST_END = 48;
const BETWEEN_WORDS = /(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[^a-zA-Z\d]+/;

/** Returns the last words before `end` in lower case: `X-Api-Key`, `x_api_key` and `xApiKey` yield the same three words. */
function lastWords(name: string, end: number): readonly string[] {
  const tail = name.slice(Math.max(0, end - LONGEST_END), end);
  return tail
    .split(BETWEEN_WORDS)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

function words(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(' ')));
}
