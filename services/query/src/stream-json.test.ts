import { type Server, createServer, get } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { streamJson } from './stream-json';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Serves one handler and returns the answer to a request, its body not yet read. */
async function request(handle: (response: ServerResponse) => Promise<void>): Promise<IncomingMessage> {
  server = createServer((_request, response) => void handle(response));
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', agent: false }, resolve).on('error', reject);
  });
}

async function text(answer: IncomingMessage): Promise<string> {
  let all = '';
  for await (const chunk of answer.setEncoding('utf8')) all += String(chunk);
  return all;
}

const pieces = (...all: string[]): AsyncIterable<string> => Readable.from(all);

const LARGE = 'x'.repeat(100_000);

it('sends a short answer at once, with its length', async () => {
  const answer = await request((response) => streamJson(response, pieces('{"a":', '"é"}')));
  expect(answer.headers).toMatchObject({ 'content-type': 'application/json', 'content-length': '10' });
  expect(await text(answer)).toBe('{"a":"é"}');
});

it('sends a long answer in pieces, complete and in order', async () => {
  const answer = await request((response) => streamJson(response, pieces('["', LARGE, LARGE, '"', ']')));
  expect(answer.headers['content-length']).toBeUndefined();
  expect(answer.headers['content-type']).toBe('application/json');
  expect(JSON.parse(await text(answer))).toEqual([LARGE + LARGE]);
});

it('asks for a failure before anything is sent to be answered', async () => {
  const failing = async function* () {
    yield '{';
    await Promise.reject(new Error('away'));
  };
  const answer = await request(async (response) => {
    await streamJson(response, failing()).catch((error: unknown) => {
      response.statusCode = 503;
      response.end(`${response.headersSent} ${String(error)}`);
    });
  });
  expect(answer.statusCode).toBe(503);
  expect(await text(answer)).toBe('false Error: away');
});

it('makes no more pieces than the client takes, and stops when it goes away', async () => {
  let made = 0;
  let ended = false;
  const endless = async function* () {
    try {
      for (;;) {
        made += 1;
        yield await Promise.resolve(LARGE);
      }
    } finally {
      ended = true;
    }
  };
  let settled: Promise<void> | undefined;
  const answer = await request((response) => (settled = streamJson(response, endless())));
  await new Promise((resolve) => setTimeout(resolve, 200));
  const taken = made;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(made).toBe(taken);
  expect(taken).toBeLessThan(500);
  answer.destroy();
  await settled;
  expect(ended).toBe(true);
});
