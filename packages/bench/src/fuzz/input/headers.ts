import { authorizations } from './authorizations';
import type { Choices } from './choices';
import type { Draft, FuzzInput, FuzzWorld } from './fuzz-input';
import { BOMB, CHUNKINGS, COMPRESSED } from './odd-bodies';

/** A request while its headers are made. */
interface Odd {
  headers: (readonly [string, string])[];
  method: string;
  path: string;
  body: Buffer;
  endpoint: FuzzInput['endpoint'];
  authorized: boolean | undefined;
  framing: FuzzInput['framing'];
  bodyIntact: boolean;
  meant: Buffer;
  heavy: boolean;
}

type Change = (odd: Odd, world: FuzzWorld, choices: Choices) => string;

const set = (odd: Odd, name: string, value: string | undefined): void => {
  odd.headers = odd.headers.filter(([known]) => known.toLowerCase() !== name.toLowerCase());
  if (value !== undefined) odd.headers.push([name, value]);
};

const CHANGES: readonly Change[] = [
  (odd, world, choices) => {
    const [authorization, good] = choices.pick(authorizations(world));
    set(odd, 'Authorization', authorization);
    odd.authorized = good;
    return 'Authorization';
  },
  (odd, world) => {
    odd.headers.push(['Authorization', `Bearer ${world.bearerToken}`]);
    odd.authorized = undefined;
    return 'Authorization twice';
  },
  (odd, _, choices) => {
    const types = [
      '',
      'text/plain',
      'application/jsonp',
      'application/json;',
      ' application/JSON ; charset=latin1',
      'application/x-protobuf',
      'application/protobuf',
      'application/json, application/x-protobuf',
      'multipart/form-data; boundary=x',
      ';',
      '\xff',
      'a'.repeat(3000),
    ];
    set(odd, 'Content-Type', choices.oneIn(8) ? undefined : choices.pick(types));
    return 'Content-Type';
  },
  (odd, _, choices) => {
    const encodings = [
      '',
      'br',
      'gzip, gzip',
      'gzip;q=1',
      'deflate',
      'gzip',
      'zstd',
      'identity, gzip',
      'none',
      '\xff',
      'GZip',
      'compress',
      '*',
    ];
    set(odd, 'Content-Encoding', choices.pick(encodings));
    return 'Content-Encoding that the body may not have';
  },
  (odd, _, choices) => {
    if (odd.method !== 'POST') return 'nothing';
    // Who gives up waiting leaves the product at work: then the next large body would be one of two.
    const encode = choices.pick(odd.framing === 'unclear' ? COMPRESSED : [...COMPRESSED, BOMB]);
    const [encoding, body] = encode(odd.body);
    odd.heavy = encode === BOMB;
    set(odd, 'Content-Encoding', encoding);
    replaceBody(odd, body);
    return 'a compressed body of another kind';
  },
  (odd, _, choices) => {
    const lengths = [
      '0',
      '-1',
      '1',
      '+5',
      '0x10',
      '1e3',
      '',
      'abc',
      '99999999999999999999',
      String(odd.body.length + 1),
      String(odd.body.length - 1),
      '20971521',
      ' 5',
      '5, 5',
      '٣',
    ];
    set(odd, 'Content-Length', Buffer.from(choices.pick(lengths)).toString('latin1'));
    odd.framing = 'unclear';
    odd.bodyIntact = false;
    return 'Content-Length';
  },
  (odd, _, choices) => {
    odd.headers.push(['Content-Length', choices.pick([String(odd.body.length), '7', '0'])]);
    odd.framing = 'unclear';
    odd.bodyIntact = false;
    return 'Content-Length twice';
  },
  (odd, _, choices) => {
    set(odd, 'Content-Length', choices.oneIn(4) ? String(odd.body.length) : undefined);
    odd.headers.push([
      'Transfer-Encoding',
      choices.pick(['chunked', 'Chunked', 'gzip, chunked', 'identity', 'chunked, chunked', 'xchunked', '']),
    ]);
    odd.body = choices.pick(CHUNKINGS)(odd.body);
    odd.framing = 'unclear';
    odd.bodyIntact = false;
    return 'Transfer-Encoding';
  },
  (odd, _, choices) => {
    const keys = [
      '',
      'k',
      'k'.repeat(255),
      'k'.repeat(256),
      '\xe9',
      '"',
      '__proto__',
      ' ',
      'a b',
      '\\',
      '%00',
      'k'.repeat(5000),
      "'",
    ];
    set(odd, 'Idempotency-Key', choices.pick(keys));
    return 'Idempotency-Key';
  },
  (odd, _, choices) => {
    const ids = ['', 'a', 'x'.repeat(65), '<script>', '"}', '\xff', 'a b', '%0d%0a', '__proto__', '../..'];
    set(odd, 'X-Request-Id', choices.pick(ids));
    return 'X-Request-Id';
  },
  (odd, _, choices) => {
    set(odd, 'Host', choices.pick([undefined, '', 'a b', 'evil.example', '\xff', '[::1', 'a'.repeat(3000)]));
    odd.framing = 'unclear';
    return 'Host';
  },
  (odd, _, choices) => {
    set(odd, 'Expect', choices.pick(['100-continue', '100-Continue', '', 'payment', '100-continue, x']));
    odd.framing = 'unclear';
    return 'Expect';
  },
  (odd, _, choices) => {
    odd.headers.push(choices.pick(EXTRA_HEADERS));
    return 'another header';
  },
  (odd, _, choices) => {
    odd.method = choices.pick(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'POST', 'HEAD', 'PROPFIND']);
    odd.endpoint = endpointOf(odd.method, odd.path);
    if (odd.method === 'HEAD' || odd.method === 'TRACE') odd.framing = 'unclear';
    return `method ${odd.method}`;
  },
  (odd) => {
    odd.body = Buffer.concat([odd.body, Buffer.from('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')]);
    odd.framing = 'unclear';
    odd.bodyIntact = false;
    return 'another request right behind it';
  },
  (odd, _, choices) => {
    odd.method = choices.pick(['get', 'BREW', 'G ET', '', 'POST\0', '\x16\x03\x01', 'CONNECT', 'é']);
    odd.framing = 'unclear';
    return 'no method';
  },
  (odd, _, choices) => {
    const paths = [
      '*',
      '',
      '/',
      '//',
      '/%',
      '/%00',
      '/v1',
      '/v1/l/batch/x',
      '/V1/L/BATCH',
      '/v1/metrics',
      '/api/public/otel/v1/profiles',
      '/api/public/scores',
      '/../etc/passwd',
      '/healthz',
      'http://other.example/healthz',
      'v1/l/batch',
      '/\xff',
      `/${'a'.repeat(15_000)}`,
      `/${'a'.repeat(20_000)}`,
      '/api/public/traces/%2e%2e',
      '/livez',
      '/metrics',
      '/a b',
    ];
    odd.path = choices.pick(paths);
    odd.endpoint = endpointOf(odd.method, odd.path);
    odd.framing = 'unclear';
    return 'path';
  },
  (odd, _, choices) => {
    const names = ['X-\0', 'X Y', '', 'X-\xe9', 'x'.repeat(17_000), ': ', 'Content-Length '];
    odd.headers.push([choices.pick(names), choices.pick(['1', '\0', '\x7f', 'a\r', 'x'.repeat(17_000)])]);
    odd.framing = 'unclear';
    odd.bodyIntact = false;
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

const ENDPOINTS = new Map<string, FuzzInput['endpoint']>([
  ['POST /v1/l/batch', 'native'],
  ['POST /api/public/otel/v1/traces', 'otlp'],
  ['POST /api/public/otel/v1/metrics', 'otlp-metrics'],
  ['POST /api/public/otel/v1/logs', 'otlp-logs'],
  ['POST /v1/traces', 'otlp'],
  ['POST /v1/metrics', 'otlp-metrics'],
  ['POST /v1/logs', 'otlp-logs'],
  ['POST /v1/metrics/batch', 'metrics'],
  ['GET /api/public/traces', 'traces'],
  ['GET /api/public/metrics/daily', 'daily'],
  ['GET /api/public/metrics/query', 'series'],
  ['GET /api/public/metrics/names', 'names'],
  ['GET /api/public/projects', 'projects'],
  ['GET /healthz', 'health'],
]);

function endpointOf(method: string, path: string): FuzzInput['endpoint'] {
  // Also a proxy's form of a request, which names a server, is one for this server.
  const plain = (path.split('?')[0] ?? '')
    .replace(/^http:\/\/[^/]*/, '')
    .replace(/\/+/g, '/')
    .replace(/(.)\/$/, '$1');
  const asked = method === 'HEAD' ? 'GET' : method;
  return (
    ENDPOINTS.get(`${asked} ${plain}`) ??
    (asked === 'GET' && /^\/api\/public\/traces\/[^/]+$/.test(plain) ? 'trace' : 'none')
  );
}

function replaceBody(odd: Odd, body: Buffer): void {
  odd.body = body;
  odd.meant = body;
  set(odd, 'Content-Length', String(body.length));
}

/** A request, valid but for its body perhaps, with one or two odd headers. */
export function withOddHeaders(world: FuzzWorld, index: number, draft: Draft, choices: Choices): FuzzInput {
  const body = draft.body ?? Buffer.alloc(0);
  const odd: Odd = {
    headers: [
      ['Host', '127.0.0.1'],
      ['Authorization', `Bearer ${world.bearerToken}`],
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
  const done = choices.many(1, 2, () => (odd.heavy ? 'nothing more' : choices.pick(CHANGES)(odd, world, choices)));
  // Where it is not clear what is asked, it is not clear either whether an answer has a body.
  if (odd.framing === 'unclear' && odd.method === 'HEAD') odd.method = 'GET';
  return { index, target: 'headers', ...odd, twice: false, done: [...draft.done, ...done] };
}
