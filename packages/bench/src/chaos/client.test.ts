import { createHash } from 'node:crypto';
import type { Answer, HttpClient } from '../load/http-client';
import { createRandom } from '../random-source';
import { metricWorkload } from '../workload/metric-workload';
import { ResendingClient } from './client';
import type { HistoryEntry } from './history';

const OK: Answer = { status: 200, headers: { 'sluice-receipt': 'stored' }, body: Buffer.from('{}'), beganAt: 0 };
const hash = (body: Buffer) => createHash('sha1').update(body).digest('hex');

/** Sends `count` requests of a client to servers that answer as the test sets. */
async function send(options: {
  readonly count: number;
  readonly repeats?: boolean;
  readonly urls?: readonly string[];
  readonly answer: (attempt: number, url: string) => Answer | Error;
}) {
  const entries: HistoryEntry[] = [];
  const bodies: string[] = [];
  let attempt = 0;
  const post = (url: string, _headers: unknown, body: Buffer): Promise<Answer> => {
    const answer = options.answer(attempt++, url);
    if (answer instanceof Error) return Promise.reject(answer);
    if (answer.status === 200) bodies.push(hash(body));
    return Promise.resolve(answer);
  };
  const { repeats, urls = ['http://one'] } = options;
  const client = new ResendingClient({
    workload: metricWorkload({ number: 0, run: 'test', start: 0 }),
    project: { name: '', bearerToken: 'token' },
    random: createRandom(1),
    history: { add: (entry) => void entries.push(entry) },
    gateways: { urls: () => urls, grpcAddresses: () => [] },
    pauseMs: 0,
    ...(repeats !== undefined && { repeats }),
  });
  const isOver = () => client.acknowledged >= options.count || attempt > 1_000;
  await client.run({ post } as unknown as HttpClient, { isOver, giveUp: () => false });
  return { client, entries, bodies };
}

/** Returns the requests with an outcome. */
const requestsOf = ({ client }: { readonly client: ResendingClient }, outcome: string): number[] =>
  Array.from({ length: client.attempted }, (_, request) => request).filter(
    (request) => client.outcomeOf(request) === outcome,
  );

test('what is answered 200 is acknowledged, to all gateways, and some of it is sent once more', async () => {
  const urls = ['http://one', 'http://two'];
  const seen = new Set<string>();
  const sent = await send({ count: 400, urls, answer: (_, url) => (seen.add(url.slice(0, 10)), OK) });
  expect(seen).toEqual(new Set(urls));
  expect(requestsOf(sent, 'acknowledged')).toHaveLength(400);
  expect(sent.client.sentAgain).toBeGreaterThan(0);
  expect(new Set(sent.bodies).size).toBe(400);
  expect(sent.bodies).toHaveLength(400 + sent.client.sentAgain);
  expect(sent.client.wrongAnswers).toEqual([]);
});

test('a request without an answer is unknown where it must not be repeated, and is not sent again', async () => {
  const sent = await send({
    count: 50,
    repeats: false,
    answer: (attempt) => (attempt % 3 === 0 ? new Error('cut') : OK),
  });
  expect(requestsOf(sent, 'unknown').length).toBeGreaterThan(20);
  expect(sent.entries).toHaveLength(50 + requestsOf(sent, 'unknown').length);
});

test('a connection that is refused has not sent anything', async () => {
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  const sent = await send({ count: 5, repeats: false, answer: (attempt) => (attempt < 3 ? refused : OK) });
  expect(sent.entries.map(({ outcome }) => outcome)).toEqual(['fail', 'fail', 'fail', 'ok', 'ok', 'ok', 'ok', 'ok']);
  expect(requestsOf(sent, 'unknown')).toEqual([]);
});

test.each([
  ['an error of the server', { ...OK, status: 500 }, 'was answered 500'],
  ['an acknowledgement without a receipt', { ...OK, headers: {} }, 'without a receipt'],
  ['an overload that does not say when to come again', { ...OK, status: 503 }, 'retry-after undefined'],
  ['an overload with another time', { ...OK, status: 503, headers: { 'retry-after': '2' } }, 'retry-after 2'],
])('%s is wrong', async (_, answer, words) => {
  const sent = await send({ count: 2, repeats: false, answer: (attempt) => (attempt === 0 ? answer : OK) });
  expect(sent.client.wrongAnswers).toEqual([expect.stringContaining(words)]);
});
