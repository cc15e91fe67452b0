import { randomBytes } from 'node:crypto';
import { openApiDocument } from '@sluice/api';
import { otlpProtobuf } from '@sluice/testbed/samples';
import { PATTERNS } from './patterns';
import { TEMPLATES, type Template } from './templates';

/** Request without credentials: a POST where it has a body, otherwise a GET. */
export interface Sent {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** Request with one part of variable length or number. */
export interface GrowthCase {
  readonly name: string;
  /** Maximum size in bytes; default: the limit of the run. */
  readonly most?: number;
  readonly make: (length: number) => Sent;
}

type Path = readonly (string | number)[];

/** Value in a template with its path. */
interface Place {
  readonly path: Path;
  readonly value: unknown;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function* placesOf(value: unknown, path: Path = []): Generator<Place> {
  yield { path, value };
  if (Array.isArray(value)) for (const [at, item] of value.entries()) yield* placesOf(item, [...path, at]);
  else if (isObject(value)) for (const [key, item] of Object.entries(value)) yield* placesOf(item, [...path, key]);
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
  { path, value }: Place,
  isFree: boolean,
): Generator<readonly [name: string, make: (length: number) => unknown]> {
  if (typeof value === 'string') {
    // A name keeps its beginning, because readers choose by it how they treat the rest.
    const start = path.at(-1) === 'key' ? value : '';
    for (const { name, text } of PATTERNS) yield [name, (length) => start + text(length)];
  } else if (Array.isArray(value)) {
    const items = value.map((item) => JSON.stringify(item));
    const each = JSON.stringify(value).length / items.length;
    yield ['many', (length) => times(length / each, (index) => itemOf(items, index))];
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

const itemOf = (items: readonly string[], index: number): unknown =>
  JSON.parse(numbered(items[index % items.length] ?? '0', index));

/** Gives every request a trace id of its own, so that the request grows, not the stored trace. */
function ofOwn(request: unknown): string {
  const own = randomBytes(15).toString('hex');
  const uuid = `${own.slice(0, 8)}-${own.slice(8, 12)}-${own.slice(12, 16)}-${own.slice(16, 20)}-${own.slice(20, 28)}`;
  return numbered(JSON.stringify(request), 0)
    .replaceAll('0000000000000000000000000000', own.slice(0, 28))
    .replaceAll('00000000-0000-0000-0000-00000000', uuid);
}

const posted = (path: string, json: string): Sent => ({
  path,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(json),
});

function* ofTemplate({ name, path, signal, request }: Template): Generator<GrowthCase> {
  for (const place of placesOf(request)) {
    for (const [what, value] of grown(place, signal === undefined)) {
      const json = (length: number): string => ofOwn(replaced(request, place.path, value(length)));
      const where = `${name}: ${place.path.join('.')}: ${what}`;
      yield { name: where, make: (length) => posted(path, json(length)) };
      // Objects of OTLP have no other members, and the same code reads all of their texts.
      if (signal === undefined || !what.startsWith('many')) continue;
      yield {
        name: `${where}, protobuf`,
        make: (length) => ({
          path,
          headers: { 'content-type': 'application/x-protobuf' },
          body: Buffer.from(otlpProtobuf(JSON.parse(json(length)), signal)),
        }),
      };
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
  'authorization idempotency-key sluice-receipt x-request-id content-type accept origin cookie expect'.split(' ');

/** Every parameter of every GET, and every header that the product reads. */
function* ofUrls(): Generator<GrowthCase> {
  const traces = '/api/public/traces';
  const places: (readonly [name: string, make: (text: string) => Sent])[] = [
    ['path', (text) => ({ path: `/${encoded(text)}` })],
    ['name of a parameter', (text) => ({ path: `${traces}?${encoded(text)}=1` })],
    ['query', (text) => ({ path: `${traces}?${plain(text).replaceAll('#', '?')}` })],
    ...HEADERS.map(
      (name) => [`header ${name}`, (text: string) => ({ path: traces, headers: { [name]: plain(text) } })] as const,
    ),
  ];
  for (const [path, { get }] of Object.entries(openApiDocument.paths)) {
    const parameters = get?.parameters ?? [];
    for (const { name, in: where } of parameters.filter((parameter) => parameter.in !== 'header')) {
      const needed = parameters.filter((other) => other.required && other.in === 'query' && other.name !== name);
      const query = (text: string): string =>
        [...needed.map((other) => `${other.name}=m`), ...(where === 'query' ? [`${name}=${encoded(text)}`] : [])].join(
          '&',
        );
      places.push([
        `GET ${path} ${name}`,
        (text) => ({ path: `${path.replace(`{${name}}`, encoded(text))}?${query(text)}` }),
      ]);
    }
  }
  for (const [place, make] of places) {
    for (const { name, text } of PATTERNS) {
      const most = place.startsWith('header') || place === 'query' ? LONGEST_HEADER : LONGEST_HEADER / 3;
      yield { name: `${place}: ${name}`, most, make: (length) => make(text(length)) };
    }
  }
}

/** Every template unchanged, except logs, which are always refused: a longer request that is refused for another reason proves nothing. */
export const plainRequests = (): readonly Sent[] =>
  TEMPLATES.filter(({ signal }) => signal !== 'logs').map(({ path, request }) => posted(path, ofOwn(request)));

/** Every value of every request, with everything that can be long or many in it. */
export const growthCases = (): readonly GrowthCase[] => [
  ...TEMPLATES.flatMap((one) => [...ofTemplate(one)]),
  ...ofUrls(),
];
