import { randomBytes } from 'node:crypto';
import type { Json } from '@sluice/contracts';
import { pairNames, pairRequests } from '@sluice/testbed/samples';
import { type Product, startProduct } from './product.testing';

/*
 * Captures of two instrumentations of the same model calls (packages/normalize/captures/pairs): the billed tokens are counted once,
 * whatever the order.
 */

const PATH = '/api/public/otel/v1/traces';

/** Input tokens of the turns, and of an embedding; number of observations that are counted in an ancestor. */
const EXPECTED: Readonly<Record<string, { readonly input: number; readonly elsewhere: number }>> = {
  'agno-anthropic': { input: 300, elsewhere: 2 },
  'claude-agent-sdk': { input: 300, elsewhere: 0 },
  'litellm-openai': { input: 300, elsewhere: 2 },
  'openai-agents-openai': { input: 300, elsewhere: 2 },
  'openinference-openllmetry': { input: 308, elsewhere: 3 },
  'pydantic-ai-openai': { input: 300, elsewhere: 2 },
  'smolagents-openai': { input: 300, elsewhere: 2 },
  'strands-openai': { input: 300, elsewhere: 2 },
};

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

interface Spans {
  readonly scopeSpans: readonly { readonly scope: object; readonly spans: readonly object[] }[];
}

/** Splits requests into one for each span. */
function spanBySpan(requests: readonly Buffer[]): string[] {
  const resources = requests.flatMap(
    (each) => (JSON.parse(String(each)) as { resourceSpans: (Spans & object)[] }).resourceSpans,
  );
  return resources.flatMap((resource) =>
    resource.scopeSpans.flatMap(({ scope, spans }) =>
      spans.map((span) => JSON.stringify({ resourceSpans: [{ ...resource, scopeSpans: [{ scope, spans: [span] }] }] })),
    ),
  );
}

/** Posts requests with trace ids of their own. @returns the API's answers for all of them together */
async function sent(requests: readonly string[]) {
  const ids = new Set(Array.from(requests.join().matchAll(/"traceId": ?"([0-9a-f]{32})"/g), ([, id = '']) => id));
  const own = new Map(Array.from(ids, (id) => [id, randomBytes(16).toString('hex')]));
  for (const request of requests) {
    const { status } = await product.send(PATH, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: request.replace(/(?<="traceId": ?")[0-9a-f]{32}/g, (id) => own.get(id) ?? id),
    });
    expect(status).toBe(200);
  }
  const sums = { input: 0, output: 0, cost: 0, elsewhere: 0 };
  for (const traceId of own.values()) {
    const { body } = await product.get(`/api/public/traces/${traceId}`);
    const { input, output } = body['usage'] as { input: number; output: number };
    sums.input += input;
    sums.output += output;
    sums.cost += Number(body['totalCost']);
    sums.elsewhere += (body['observations'] as Json[]).filter(({ countedIn }) => countedIn !== undefined).length;
  }
  return sums;
}

test('of all pairs it is known what counts', () => {
  expect(Object.keys(EXPECTED).sort()).toEqual(pairNames());
});

describe('what two instrumentations sent counts once', () => {
  test.each(Object.entries(EXPECTED))('%s', async (name, expected) => {
    const [whole, single] = [pairRequests(name).map(String), spanBySpan(pairRequests(name))];
    const { cost } = await sent(whole);
    expect(cost).toBeGreaterThan(0);
    for (const requests of [whole, single, [...single].reverse(), [...single, ...single]]) {
      const { cost: again, ...sums } = await sent(requests);
      expect(sums).toEqual({ ...expected, output: 80 });
      expect(again).toBeCloseTo(cost, 9);
    }
  });
});
