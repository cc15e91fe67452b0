import { randomBytes } from 'node:crypto';
import { otlpProtobuf } from '@sluice/testbed/samples';
import { type Draft, type Endpoint, type WriteEndpoint, pathOf } from '../input/fuzz-input';
import { READS } from '../input/query';
import { PATTERNS } from './patterns';
import { TEMPLATES, type Template } from './templates';

/** Request with one part of variable length or number. */
export interface GrowthCase {
  readonly name: string;
  /** Maximum size in bytes; default: the limit of the run. */
  readonly most?: number;
  readonly make: (length: number) => Draft;
}

type Path = readonly (string | number)[];

/** Value in a template with its path. */
interface Member {
  readonly path: Path;
  readonly value: unknown;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function* membersOf(value: unknown, path: Path = []): Generator<Member> {
  yield { path, value };
  if (Array.isArray(value)) for (const [at, item] of value.entries()) yield* membersOf(item, [...path, at]);
  else if (isObject(value)) for (const [key, item] of Object.entries(value)) yield* membersOf(item, [...path, key]);
}

/** Copies a value and replaces the value at a path. */
function replaced(value: unknown, [first, ...rest]: Path, other: unknown): unknown {
  if (first === undefined) return other;
  if (Array.isArray(value))
    return value.map((item, at) => (at === first ? replaced(item, rest, other) : (item as unknown)));
  return isObject(value) ? { ...value, [first]: replaced(value[first], rest, other) } : value;
}

/** Replaces `#` and `@` by a number. */
const numbered = (json: string, index: number): string =>
  json.replaceAll('#', String(index)).replaceAll('@', (index + 1).toString(16).padStart(12, '0'));

/** Names of members that are numbers: close together, far apart, and beyond the index of a list. */
const NAMES: readonly (readonly [name: string, of: (index: number) => string])[] = [
  ['k0, k1', (index) => `k${index}`],
  ['\\n0, \\n1', (index) => `\n${index}`],
  ['0, 1', String],
  ['sparse numbers', (index) => String((index * 1_000_003) % 4_294_967_291)],
  ['huge numbers', (index) => String(BigInt(index) * 9_007_199_254_740_993n)],
];

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: Math.max(1, Math.floor(count)) }, (_, index) => make(index));

/**
 * Returns generators of a longer value, by what is long or many in it; each generator receives a length in bytes.
 * @param isFree whether senders name the members of its objects
 */
function* grown(
  { path, value }: Member,
  isFree: boolean,
): Generator<readonly [name: string, make: (length: number) => unknown]> {
  if (typeof value === 'string') {
    // A name keeps its beginning, because readers choose by it how they treat the rest.
    const start = path.at(-1) === 'key' ? value : '';
    for (const { name, text } of PATTERNS) yield [name, (length) => start + text(length)];
  } else if (Array.isArray(value) && value.length > 0) {
    const items = value.map((item) => JSON.stringify(item));
    const each = JSON.stringify(value).length / items.length;
    const itemOf = (index: number): unknown => JSON.parse(numbered(items[index % items.length] ?? '0', index));
    yield ['many', (length) => times(length / each, itemOf)];
  } else if (isObject(value)) {
    if (isFree) {
      for (const { name, text } of PATTERNS) yield [`member ${name}`, (length) => ({ ...value, [text(length)]: 'v' })];
    }
    for (const [name, of] of NAMES) {
      const added = (length: number) => times(length / 12, (index) => [of(index), 1]);
      yield [`members ${name}`, (length) => ({ ...value, ...Object.fromEntries(added(length)) })];
    }
  }
}

/** Gives every request a trace id of its own, so that the request grows, not the stored trace. */
function ofOwn(request: unknown): string {
  const own = randomBytes(15).toString('hex');
  const uuid = `${own.slice(0, 8)}-${own.slice(8, 12)}-${own.slice(12, 16)}-${own.slice(16, 20)}-${own.slice(20, 28)}`;
  return numbered(JSON.stringify(request), 0)
    .replaceAll('0000000000000000000000000000', own.slice(0, 28))
    .replaceAll('00000000-0000-0000-0000-00000000', uuid);
}

const posted = (endpoint: WriteEndpoint, contentType: string, body: string | Uint8Array): Draft => ({
  ...{ endpoint, method: 'POST', path: pathOf(endpoint), contentType, done: [] },
  body: Buffer.from(body),
});

function* ofTemplate({ endpoint, signal, request }: Template): Generator<GrowthCase> {
  for (const member of membersOf(request)) {
    for (const [what, value] of grown(member, signal === undefined)) {
      const json = (length: number): string => ofOwn(replaced(request, member.path, value(length)));
      const name = `${endpoint}: ${member.path.join('.')}: ${what}`;
      yield { name, make: (length) => posted(endpoint, 'application/json', json(length)) };
      // Objects of OTLP have no other members, and the same code reads all of their texts.
      if (signal === undefined || !what.startsWith('many')) continue;
      const protobuf = (length: number) => otlpProtobuf(JSON.parse(json(length)), signal);
      const make = (length: number): Draft => posted(endpoint, 'application/x-protobuf', protobuf(length));
      yield { name: `${name}, protobuf`, make };
    }
  }
}

/** The head of a request has at most 16 KiB, and percent-encoding makes three characters of one byte. */
const LONGEST_HEADER = 12_000;

const encoded = (text: string): string =>
  Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
/** Replaces characters that a header may not contain. */
const plain = (text: string): string => text.replace(/[^\x21-\x7e]/g, '?');

const HEADERS =
  'Authorization Idempotency-Key Sluice-Receipt X-Request-Id Content-Type Accept Origin Cookie Expect'.split(' ');

const TRACES = '/api/public/traces';

const got = (endpoint: Endpoint, path: string, headers: Draft['headers'] = {}): Draft => ({
  ...{ endpoint, method: 'GET', path, headers, done: [] },
});

/** Every parameter of every GET, and every header that the product reads. */
function* ofUrls(): Generator<GrowthCase> {
  const parts: (readonly [name: string, make: (text: string) => Draft])[] = [
    ['path', (text) => got('none', `/${encoded(text)}`)],
    ['name of a parameter', (text) => got(TRACES, `${TRACES}?${encoded(text)}=1`)],
    ['query', (text) => got(TRACES, `${TRACES}?${plain(text).replaceAll('#', '?')}`)],
    ...HEADERS.map(
      (name) => [`header ${name}`, (text: string) => got(TRACES, TRACES, { [name]: plain(text) })] as const,
    ),
  ];
  for (const { path, parameters } of READS) {
    for (const { name, in: where } of parameters) {
      const needed = parameters.filter((other) => other.required && other.in === 'query' && other.name !== name);
      const others = needed.map((other) => `${other.name}=m`);
      const make = (text: string): Draft => {
        const query = where === 'query' ? [...others, `${name}=${encoded(text)}`] : others;
        return got(path, `${path.replace(`{${name}}`, encoded(text))}?${query.join('&')}`);
      };
      parts.push([`GET ${path} ${name}`, make]);
    }
  }
  for (const [part, make] of parts) {
    for (const { name, text } of PATTERNS) {
      const most = part.startsWith('header') || part === 'query' ? LONGEST_HEADER : LONGEST_HEADER / 3;
      yield { name: `${part}: ${name}`, most, make: (length) => make(text(length)) };
    }
  }
}

/** Every template unchanged, except logs, which are always refused: a longer request that is refused for another reason proves nothing. */
export const plainRequests = (): readonly Draft[] =>
  TEMPLATES.filter(({ signal }) => signal !== 'logs').map(({ endpoint, request }) =>
    posted(endpoint, 'application/json', ofOwn(request)),
  );

/** Every value of every request, with everything that can be long or many in it. */
export const growthCases = (): readonly GrowthCase[] => [
  ...TEMPLATES.flatMap((one) => [...ofTemplate(one)]),
  ...ofUrls(),
];
