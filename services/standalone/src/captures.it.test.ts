import type { Json } from '@sluice/contracts';
import {
  type Reading,
  type ReadFields,
  captureNames,
  capturedRequests,
  comparable,
  expectedOf,
  otlpProtobuf,
} from '@sluice/testbed/samples';
import { type Product, startProduct } from './product.testing';

/*
 * Captures of real SDKs, posted to the product and read back: every answer must equal the expectation of the capture
 * (packages/normalize/captures). Each is posted as JSON, read, posted again as protobuf, and read again.
 */

const PATH = '/api/public/otel/v1/traces';
const names = captureNames();

/** USD per million tokens, from the price lists of the vendors. */
const PRICES: readonly (readonly [
  model: RegExp,
  prices: Readonly<Record<'input' | 'cached' | 'output', number> & { written?: number }>,
])[] = [
  [/text-embedding-3-small/, { input: 0.02, cached: 0, output: 0 }],
  [/gpt-4o-mini/, { input: 0.15, cached: 0.075, output: 0.6 }],
  [/gemini-2\.5-flash/, { input: 0.3, cached: 0.03, output: 2.5 }],
  [/claude-sonnet-4-5/, { input: 3, cached: 0.3, written: 3.75, output: 15 }],
];

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

async function post(body: Uint8Array<ArrayBuffer>, mediaType: string): Promise<void> {
  const { status, body: sent } = await product.send(PATH, {
    method: 'POST',
    headers: { 'Content-Type': mediaType },
    body,
  });
  // The answer contains no omitted name.
  expect([status, sent.toString()]).toEqual([200, mediaType === 'application/json' ? '{}' : '']);
}

/** Returns the tokens by usage type in the answer: the total as sent, otherwise their sum. */
function usageAnswered(usage: unknown): Record<string, number> {
  const buckets = (usage ?? {}) as Record<string, number>;
  const sum = Object.values(buckets).reduce((a, b) => a + b, 0);
  return usage === undefined ? {} : { total: sum, ...buckets };
}

/** Returns the cost: as sent, or by the price of the tokens. */
function costOf({ cost, usage, model }: ReadFields): number {
  if (typeof cost === 'object' && cost !== null) return (cost as { total: number }).total;
  const prices = PRICES.find(([name]) => name.test(String(model)))?.[1];
  if (cost === undefined || prices === undefined) return 0;
  const { total: _, ...buckets } = usage as Record<string, number>;
  const dollars = Object.entries(buckets).map(([bucket, tokens]) => {
    if (bucket.startsWith('output')) return tokens * prices.output;
    if (bucket === 'input_cache_creation') return tokens * (prices.written ?? prices.input);
    return tokens * (bucket === 'input_cached_tokens' ? prices.cached : prices.input);
  });
  return dollars.reduce((a, b) => a + b, 0) / 1e6;
}

/** Returns the expected observation in the form of the API. Answering model and provider are only needed for prices. */
function answered({ responseModel: _, provider: _1, counted: _2, usage, ...sent }: ReadFields): ReadFields {
  return { ...sent, usage: usageAnswered(usage), cost: round(costOf({ ...sent, usage })) };
}

/** Returns the expected trace in the form of the API. */
function answerTo({ trace, observations }: Reading) {
  const counted = observations.filter((observation) => observation['counted'] !== false);
  return {
    trace,
    totalCost: round(counted.reduce((sum, observation) => sum + costOf(observation), 0)),
    observations: observations.map(answered),
  };
}

/** Removes empty members. */
function plain(sent: ReadFields): ReadFields {
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null && value !== undefined));
}

function observationRead(observation: Json, byId: ReadonlyMap<unknown, Json>): ReadFields {
  const parentId = observation['parentObservationId'];
  const sent = plain({
    name: observation['name'],
    type: observation['type'],
    level: observation['level'],
    statusMessage: observation['statusMessage'],
    model: observation['model'],
    parameters: observation['modelParameters'],
    input: observation['input'],
    output: observation['output'],
    streamed: observation['completionStartTime'] === null ? undefined : true,
    usage: observation['usageDetails'],
    cost: round(Number(observation['calculatedTotalCost'])),
    metadata: observation['metadata'],
  });
  return { ...sent, parent: parentId === null ? null : (byId.get(parentId)?.['name'] ?? 'not captured') };
}

async function read(traceId: string) {
  const { status, body } = await product.get(`/api/public/traces/${traceId}`);
  expect(status).toBe(200);
  const observations = body['observations'] as Json[];
  const byId = new Map<unknown, Json>(observations.map((observation) => [observation['id'], observation]));
  return {
    trace: plain({
      name: body['name'],
      user: body['userId'],
      session: body['sessionId'],
      tags: body['tags'],
      environment: body['environment'] === 'default' ? undefined : body['environment'],
      release: body['release'],
      version: body['version'],
      metadata: body['metadata'],
      input: body['input'],
      output: body['output'],
    }),
    totalCost: round(Number(body['totalCost'])),
    observations: observations.map((observation) => observationRead(observation, byId)),
  };
}

/** Rounds to the stored precision of costs. */
const round = (usd: number): number => Math.round(usd * 1e9) / 1e9;

describe('what real SDKs sent is answered as a person reads it', () => {
  test.each(names)('%s', async (name) => {
    const expected = answerTo(expectedOf(name));
    const requests = capturedRequests(name);
    const [, traceId = ''] = /"traceId": "([0-9a-f]{32})"/.exec(String(requests[0])) ?? [];
    const compare = async () => {
      const compared = comparable(await read(traceId), expected);
      expect(compared.read).toEqual(compared.expected);
    };
    for (const request of requests) await post(Uint8Array.from(request), 'application/json');
    await compare();
    for (const request of requests) await post(otlpProtobuf(JSON.parse(String(request))), 'application/x-protobuf');
    await compare();
  });
});

test('the daily figures of all of them together are those of the calls that count', async () => {
  const { body } = await product.get('/api/public/metrics/daily');
  const days = body['data'] as { usage: { inputUsage: number; outputUsage: number }[] }[];
  const models = days.flatMap(({ usage }) => usage);
  const expected = names.map((name) => expectedOf(name).tokens);
  const sum = (tokens: readonly number[]) => tokens.reduce((a, b) => a + b, 0);
  expect({
    input: sum(models.map(({ inputUsage }) => inputUsage)),
    output: sum(models.map(({ outputUsage }) => outputUsage)),
  }).toEqual({ input: sum(expected.map(({ input }) => input)), output: sum(expected.map(({ output }) => output)) });
});
