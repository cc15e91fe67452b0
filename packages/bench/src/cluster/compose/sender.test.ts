import { type Server, createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { listenLocally } from '@sluice/testbed/network';
import { type HttpClient, createHttpClient } from '../../load/http-client';
import { Sender } from './sender';

const TIMEOUT_MS = 10_000;

/** Acknowledged traces that the service has stored. */
let stored: Map<string, unknown[]>;
let refuses: number;
let server: Server;
let http: HttpClient;
let sender: Sender;

beforeEach(async () => {
  stored = new Map();
  refuses = 0;
  server = createServer((request, response) => {
    void (async () => {
      const id = request.url?.split('/').at(-1) ?? '';
      const answer = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body));
      if (request.method === 'POST') {
        const { trace, observations } = (await json(request)) as { trace: { id: string }; observations: unknown[] };
        if (refuses-- > 0) return answer(503, {});
        stored.set(trace.id, observations);
        return answer(200, {});
      }
      if (id.startsWith('traces?')) return answer(200, { meta: { totalItems: stored.size } });
      const observations = stored.get(id);
      return observations === undefined ? answer(404, {}) : answer(200, { observations });
    })();
  });
  const baseUrl = `http://127.0.0.1:${await listenLocally(server)}`;
  http = createHttpClient({ baseUrl, headers: {}, timeoutMs: TIMEOUT_MS });
  sender = new Sender(http);
});
afterEach(() => {
  http.close();
  server.close().closeAllConnections();
});

test('a trace is sent until it is acknowledged, and all that were are found', async () => {
  refuses = 2;
  await sender.once();
  await sender.once();
  expect(sender.acknowledged).toHaveLength(2);
  expect(Object.fromEntries(sender.answers)).toEqual({ 200: 2, 503: 2 });
  expect(await sender.check()).toEqual([]);
});

test('a trace that was lost, one whose observation is there twice, and one that nobody sent are found out', async () => {
  await sender.once();
  await sender.once();
  const [lost = '', doubled = ''] = sender.acknowledged;
  stored.delete(lost);
  stored.set(doubled, [{}, {}]);
  expect(await sender.check()).toEqual([
    `acknowledged, and answered 404: ${lost}`,
    `not with its one observation: ${doubled}`,
    '1 traces are stored, 2 were acknowledged',
  ]);
});
