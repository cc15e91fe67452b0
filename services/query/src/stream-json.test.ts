import { randomBytes } from 'node:crypto';
import { type Server, createServer, get } from 'node:http';
import type { IncomingMessage, RequestOptions, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import fc from 'fast-check';
import { listenLocally } from '@sluice/testbed/network';
import { type Fragments, streamJson, taken } from './stream-json';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(handle: (response: ServerResponse) => Promise<void>): Promise<number> {
  server = createServer((_request, response) => void handle(response));
  return listenLocally(server);
}

/** Serves one handler and returns the response to a request, its body not yet read. */
async function request(
  handle: (response: ServerResponse) => Promise<void>,
  options: RequestOptions = {},
): Promise<IncomingMessage> {
  const port = await serve(handle);
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', agent: false, ...options }, resolve).on('error', reject);
  });
}

async function text(answer: Readable): Promise<string> {
  let all = '';
  for await (const chunk of answer.setEncoding('utf8')) all += String(chunk);
  return all;
}

const fragments = (...all: string[]): Fragments => Readable.from(all.map((fragment) => [fragment]));

const LARGE = 'x'.repeat(100_000);
const plain = {};

/** Text that no coding can compress much. */
const noise = (): string => randomBytes(50_000).toString('hex');

it('sends a short answer at once, with its length', async () => {
  const answer = await request((response) => streamJson(response, fragments('{"a":', '"é"}'), plain));
  expect(answer.headers).toMatchObject({ 'content-type': 'application/json', 'content-length': '10' });
  expect(await text(answer)).toBe('{"a":"é"}');
});

it('sends a long answer in fragments, complete and in order', async () => {
  const answer = await request((response) => streamJson(response, fragments('["', LARGE, LARGE, '"', ']'), plain));
  expect(answer.headers['content-length']).toBeUndefined();
  expect(answer.headers['content-type']).toBe('application/json');
  expect(JSON.parse(await text(answer))).toEqual([LARGE + LARGE]);
});

it('cuts no character in two', async () => {
  const astral = `x${'\u{1F600}'.repeat(100_000)}`;
  const answer = await request((response) => streamJson(response, fragments('["', astral, '"]'), plain));
  expect((JSON.parse(await text(answer)) as string[])[0] === astral).toBe(true);
});

it('sends text that is too long to be held slice by slice, in its place', async () => {
  const bytes = Buffer.from(JSON.stringify('é'.repeat(100_000)));
  async function* long() {
    // Chunks end within a character.
    for (let from = 0; from < bytes.length; from += 65_535)
      yield await Promise.resolve(bytes.subarray(from, from + 65_535));
  }
  async function* some() {
    yield await Promise.resolve(['[', long(), ',']);
    yield ['1]'];
  }
  const answer = await request((response) => streamJson(response, some(), plain));
  expect(JSON.parse(await text(answer))).toEqual(['é'.repeat(100_000), 1]);
});

it('sends texts in pieces in their place', async () => {
  const text = fc
    .tuple(fc.constantFrom('x', 'é', '你', '\u{1F600}', '"\n'), fc.integer({ min: 0, max: 30_000 }))
    .map(([unit, times]) => unit.repeat(times));
  const piece = fc.oneof(
    text,
    text.map((each) => Buffer.from(each)),
  );
  const fragment = fc.oneof(text, fc.array(piece, { maxLength: 5 }));
  let sent: (string | (string | Buffer)[])[][] = [];
  const port = await serve((response) => streamJson(response, sent, plain));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(fragment, { maxLength: 8 }), { maxLength: 4 }), async (made) => {
      sent = made;
      const answer = await fetch(`http://127.0.0.1:${port}`);
      expect((await answer.text()) === made.flat(2).map(String).join('')).toBe(true);
    }),
    { numRuns: 50 },
  );
});

it('makes no more than the beginning of a long answer to a HEAD request', async () => {
  let made = 0;
  const long = async function* () {
    for (; made < 100; made += 1) yield await Promise.resolve([LARGE]);
  };
  const answer = await request((response) => streamJson(response, long(), plain), { method: 'HEAD' });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('application/json');
  expect(await text(answer)).toBe('');
  expect(made).toBeLessThan(5);
});

it('ends for an answer that waits behind another one of a connection that is gone', async () => {
  const begun: ServerResponse[] = [];
  const ended: Promise<void>[] = [];
  const endless = async function* () {
    for (;;) yield await Promise.resolve([LARGE]);
  };
  const port = await serve((response) => {
    begun.push(response);
    ended.push(streamJson(response, endless(), plain).then(() => taken(response)));
    return Promise.resolve();
  });
  const client = connect(port, '127.0.0.1');
  client.write('GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n\r\n');
  while (begun.length < 2 || !begun.every((response) => response.writableNeedDrain)) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  client.destroy();
  await Promise.all(ended);
  expect(ended).toHaveLength(2);
});

it('asks for a failure before anything is sent to be answered', async () => {
  const failing = async function* () {
    yield ['{'];
    await Promise.reject(new Error('away'));
  };
  const answer = await request(async (response) => {
    await streamJson(response, failing(), plain).catch((error: unknown) => {
      response.statusCode = 503;
      response.end(`${response.headersSent} ${String(error)}`);
    });
  });
  expect(answer.statusCode).toBe(503);
  expect(await text(answer)).toBe('false Error: away');
});

it.each([plain, { coding: 'gzip' }, { coding: 'br' }] as const)(
  'makes no more fragments than the client takes, and stops when it goes away: %j',
  async (options) => {
    let made = 0;
    let ended = false;
    const endless = async function* () {
      try {
        for (;;) {
          made += 1;
          yield await Promise.resolve([noise()]);
        }
      } finally {
        ended = true;
      }
    };
    let settled: Promise<void> | undefined;
    const answer = await request((response) => (settled = streamJson(response, endless(), options)));
    for (let before = -1; made !== before && made < 500;) {
      before = made;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    expect(made).toBeLessThan(500);
    answer.destroy();
    await settled;
    expect(ended).toBe(true);
  },
);

describe.each([
  ['gzip', createGunzip],
  ['br', createBrotliDecompress],
] as const)('in %s', (coding, createUnzip) => {
  const zipped = { coding };
  const unzipped = (answer: IncomingMessage): Promise<string> => text(answer.pipe(createUnzip()));

  it('sends a short answer with its length, and one that fits into a packet as it is', async () => {
    const answer = await request((response) => streamJson(response, fragments('"', 'é'.repeat(1022), '"'), zipped));
    expect(answer.headers).toMatchObject({ 'content-type': 'application/json', 'content-encoding': coding });
    expect(Number(answer.headers['content-length'])).toBeLessThan(100);
    expect(await unzipped(answer)).toBe(`"${'é'.repeat(1022)}"`);
    server?.close();
    const small = await request((response) => streamJson(response, fragments('"', 'é'.repeat(1021), '"'), zipped));
    expect(small.headers['content-encoding']).toBeUndefined();
    expect(await text(small)).toBe(`"${'é'.repeat(1021)}"`);
  });

  it('sends a long answer complete and in order', async () => {
    const all = Array.from({ length: 20 }, noise);
    const answer = await request((response) => streamJson(response, fragments(...all), zipped));
    expect(answer.headers).toMatchObject({ 'content-type': 'application/json', 'content-encoding': coding });
    expect((await unzipped(answer)) === all.join('')).toBe(true);
  });

  it('sends what is made without waiting for the rest', async () => {
    let goOn: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (goOn = resolve));
    const slow = async function* () {
      yield [LARGE, LARGE];
      await waiting;
      yield ['end'];
    };
    const answer = await request((response) => streamJson(response, slow(), zipped));
    const unzip = answer.pipe(createUnzip());
    let come = '';
    for await (const chunk of unzip.setEncoding('utf8')) {
      come += String(chunk);
      if (come.length >= 64 * 1024) goOn();
    }
    expect(come === `${LARGE}${LARGE}end`).toBe(true);
  });

  it('has the headers only for a HEAD request', async () => {
    const answer = await request((response) => streamJson(response, fragments(LARGE, LARGE), zipped), {
      method: 'HEAD',
    });
    expect(answer.headers).toMatchObject({ 'content-type': 'application/json', 'content-encoding': coding });
    expect(await text(answer)).toBe('');
  });
});
