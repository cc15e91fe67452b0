import { openApiDocument } from '@sluice/api';
import { authorizations } from './authorizations';
import type { Choices } from './choices';
import { type Draft, type Endpoint, type FuzzInput, type FuzzContext, WRITES } from './fuzz-input';
import { OTLP_PATHS } from './otlp-message';
import { BOMB, CHUNKINGS, COMPRESSED } from './odd-bodies';

/** Request during the changes of its headers. */
type Odd = {
  -readonly [Member in keyof Omit<FuzzInput, 'index' | 'twice' | 'done' | 'headers'>]: FuzzInput[Member];
} & { headers: (readonly [string, string])[] };

const set = (odd: Odd, name: string, value: string | undefined): void => {
  odd.headers = odd.headers.filter(([known]) => known.toLowerCase() !== name.toLowerCase());
  if (value !== undefined) odd.headers.push([name, value]);
};

/** Marks a request as unclear; where the `body` changes, the product may also read another body. */
const makeUnclear = (odd: Odd, { body }: { readonly body: 'changes' | 'stays' }): void => {
  odd.framing = 'unclear';
  if (body === 'changes') odd.bodyIntact = false;
};

/** Header with values that replace its original value. */
interface OddHeader {
  readonly name: string;
  readonly values: readonly (string | undefined)[];
  /** Set for a header that changes how HTTP is parsed. */
  readonly unclear?: true;
}

const ODD_HEADERS: readonly OddHeader[] = [
  {
    name: 'Content-Type',
    values: [
      ...[undefined, '', ';', 'text/plain', 'application/jsonp', 'application/json;', 'application/x-protobuf'],
      ...[' application/JSON ; charset=latin1', 'application/protobuf', 'application/json, application/x-protobuf'],
      ...['multipart/form-data; boundary=x', '\xff', 'a'.repeat(3000)],
    ],
  },
  {
    name: 'Content-Encoding',
    values: [
      ...['', 'br', 'gzip, gzip', 'gzip;q=1', 'deflate', 'gzip', 'zstd', 'identity, gzip', 'none', '\xff', 'GZip'],
      ...['compress', '*'],
    ],
  },
  {
    name: 'Idempotency-Key',
    values: [
      ...['', 'k', 'k'.repeat(255), 'k'.repeat(256), 'k'.repeat(5000), '\xe9', '"', '__proto__', ' ', 'a b', '\\'],
      ...['%00', "'"],
    ],
  },
  {
    name: 'X-Request-Id',
    values: ['', 'a', 'x'.repeat(65), '<script>', '"}', '\xff', 'a b', '%0d%0a', '__proto__', '../..'],
  },
  {
    name: 'Host',
    values: [undefined, '', 'a b', 'evil.example', '\xff', '[::1', 'a'.repeat(3000)],
    unclear: true,
  },
  { name: 'Expect', values: ['100-continue', '100-Continue', '', 'payment', '100-continue, x'], unclear: true },
];

const TRANSFER_ENCODINGS = ['chunked', 'Chunked', 'gzip, chunked', 'identity', 'chunked, chunked', 'xchunked', ''];
const METHODS = ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'POST', 'HEAD', 'PROPFIND'];
const NO_METHODS = ['get', 'BREW', 'G ET', '', 'POST\0', '\x16\x03\x01', 'CONNECT', 'é'];
const PATHS = [
  ...['*', '', '/', '//', '/%', '/%00', '/v1', '/v1/l/batch/x', '/V1/L/BATCH', '/v1/metrics', '/api/public/scores'],
  ...['/api/public/otel/v1/profiles', '/../etc/passwd', '/healthz', 'http://other.example/healthz', 'v1/l/batch'],
  ...['/\xff', `/${'a'.repeat(15_000)}`, `/${'a'.repeat(20_000)}`, '/api/public/traces/%2e%2e', '/livez', '/metrics'],
  '/a b',
];
const NO_NAMES = ['X-\0', 'X Y', '', 'X-\xe9', 'x'.repeat(17_000), ': ', 'Content-Length '];
const NO_VALUES = ['1', '\0', '\x7f', 'a\r', 'x'.repeat(17_000)];

const lengthsOf = ({ length }: Buffer): readonly string[] => [
  ...['0', '-1', '1', '+5', '0x10', '1e3', '', 'abc', '99999999999999999999', '20971521', ' 5', '5, 5', '٣'],
  ...[String(length + 1), String(length - 1)],
];

type Change = (odd: Odd, choices: Choices, context: FuzzContext) => string;

const CHANGES: readonly Change[] = [
  ...ODD_HEADERS.map(({ name, values, unclear }): Change => (odd, choices) => {
    set(odd, name, choices.pick(values));
    if (unclear === true) makeUnclear(odd, { body: 'stays' });
    return name;
  }),
  (odd, choices, context) => {
    const [authorization, good] = choices.pick(authorizations(context));
    set(odd, 'Authorization', authorization);
    odd.authorized = good;
    return 'Authorization';
  },
  (odd, _, context) => {
    odd.headers.push(['Authorization', `Bearer ${context.bearerToken}`]);
    odd.authorized = undefined;
    return 'Authorization twice';
  },
  (odd, choices) => {
    if (odd.method !== 'POST') return 'nothing';
    // An unclear request has no large body: the sender closes early while the product still works on it, and the next large body would be a
    // second one at the same time.
    const encode = choices.pick(odd.framing === 'unclear' ? COMPRESSED : [...COMPRESSED, BOMB]);
    const [encoding, body] = encode(odd.body);
    odd.heavy = encode === BOMB;
    odd.body = body;
    odd.meant = body;
    set(odd, 'Content-Encoding', encoding);
    set(odd, 'Content-Length', String(body.length));
    return 'a compressed body of another kind';
  },
  (odd, choices) => {
    set(odd, 'Content-Length', Buffer.from(choices.pick(lengthsOf(odd.body))).toString('latin1'));
    makeUnclear(odd, { body: 'changes' });
    return 'Content-Length';
  },
  (odd, choices) => {
    odd.headers.push(['Content-Length', choices.pick([String(odd.body.length), '7', '0'])]);
    makeUnclear(odd, { body: 'changes' });
    return 'Content-Length twice';
  },
  (odd, choices) => {
    set(odd, 'Content-Length', choices.oneIn(4) ? String(odd.body.length) : undefined);
    odd.headers.push(['Transfer-Encoding', choices.pick(TRANSFER_ENCODINGS)]);
    odd.body = choices.pick(CHUNKINGS)(odd.body);
    makeUnclear(odd, { body: 'changes' });
    return 'Transfer-Encoding';
  },
  (odd, choices) => {
    odd.headers.push(choices.pick(EXTRA_HEADERS));
    return 'another header';
  },
  (odd, choices) => {
    odd.method = choices.pick(METHODS);
    odd.endpoint = endpointOf(odd.method, odd.path);
    if (odd.method === 'HEAD' || odd.method === 'TRACE') makeUnclear(odd, { body: 'stays' });
    return `method ${odd.method}`;
  },
  (odd) => {
    odd.body = Buffer.concat([odd.body, Buffer.from('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')]);
    makeUnclear(odd, { body: 'changes' });
    return 'another request right behind it';
  },
  (odd, choices) => {
    odd.method = choices.pick(NO_METHODS);
    makeUnclear(odd, { body: 'stays' });
    return 'no method';
  },
  (odd, choices) => {
    odd.path = choices.pick(PATHS);
    odd.endpoint = endpointOf(odd.method, odd.path);
    makeUnclear(odd, { body: 'stays' });
    return 'path';
  },
  (odd, choices) => {
    odd.headers.push([choices.pick(NO_NAMES), choices.pick(NO_VALUES)]);
    makeUnclear(odd, { body: 'changes' });
    return 'a header that is none';
  },
];

const EXTRA_HEADERS: readonly (readonly [string, string])[] = [
  ['Connection', 'close'],
  ['Connection', 'upgrade'],
  ['Upgrade', 'h2c'],
  ['Origin', 'https://evil.example'],
  ['Origin', 'null'],
  ['Sec-Fetch-Site', 'cross-site'],
  ['Accept', 'text/html'],
  ['Accept-Encoding', 'br, gzip;q=0, *;q=0.5'],
  ['If-None-Match', '*'],
  ['Range', 'bytes=0-1'],
  ['X-Forwarded-For', '127.0.0.1'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['Cookie', 'a=b'],
  ['__proto__', 'x'],
  ['constructor', 'x'],
  ['traceparent', '00-ffffffffffffffffffffffffffffffff-ffffffffffffffff-01'],
];

const ENDPOINTS = new Map<string, Endpoint>([
  ...Object.entries(openApiDocument.paths).flatMap(([path, { get }]) =>
    get === undefined ? [] : [[`GET ${path}`, path as `/${string}`] as const],
  ),
  ...Object.entries(WRITES).map(([endpoint, path]) => [`POST ${path}`, endpoint as Endpoint] as const),
  ...OTLP_PATHS.map(({ endpoint, path }) => [`POST ${path}`, endpoint] as const),
]);

function endpointOf(method: string, path: string): Endpoint {
  // A proxy's form of the request target, which names a server, also counts as a request for this server.
  const plain = (path.split('?')[0] ?? '')
    .replace(/^http:\/\/[^/]*/, '')
    .replace(/\/+/g, '/')
    .replace(/(.)\/$/, '$1');
  const request = `${method === 'HEAD' ? 'GET' : method} ${plain}`;
  const template = request.replace(/[^/]+$/, '{}');
  const ofTemplate = [...ENDPOINTS].find(([known]) => known.replace(/\{\w+\}$/, '{}') === template);
  return ENDPOINTS.get(request) ?? ofTemplate?.[1] ?? 'none';
}

/** Makes a request with one or two odd headers that is otherwise valid, apart from its body perhaps. */
export function withOddHeaders(context: FuzzContext, index: number, draft: Draft, choices: Choices): FuzzInput {
  const body = draft.body ?? Buffer.alloc(0);
  const odd: Odd = {
    headers: [
      ['Host', '127.0.0.1'],
      ['Authorization', `Bearer ${context.bearerToken}`],
    ],
    method: draft.method,
    path: draft.path,
    body,
    endpoint: draft.endpoint,
    authorized: true,
    framing: 'whole',
    bodyIntact: true,
    meant: body,
    heavy: false,
  };
  if (draft.contentType !== undefined) odd.headers.push(['Content-Type', draft.contentType]);
  if (draft.body !== undefined) odd.headers.push(['Content-Length', String(body.length)]);
  const done = choices.many(1, 2, () => (odd.heavy ? 'nothing more' : choices.pick(CHANGES)(odd, choices, context)));
  // An unclear request has no HEAD, because it would be unclear as well whether an answer has a body.
  if (odd.framing === 'unclear' && odd.method === 'HEAD') odd.method = 'GET';
  return { index, ...odd, twice: false, done: [...draft.done, ...done] };
}
