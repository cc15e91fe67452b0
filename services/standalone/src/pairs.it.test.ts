import { randomBytes } from 'node:crypto';
import type { Json } from '@sluice/contracts';
import { pairNames, pairRequests } from '@sluice/samples';
import { type Product, startProduct } from './product.testing';

/*
 * What two instrumentations sent of the same model calls (packages/normalize/captures/pairs): the tokens that the model was paid for are
 * counted once, whatever comes first.
 */

const PATH = '/api/public/otel/v1/traces';

/** How many observations of each count in one above them. */
const TWINS: Readonly<Record<string, number>> = {
  'agno-anthropic': 2,
  'claude-agent-sdk': 0,
  'litellm-openai': 2,
  'smolagents-openai': 2,
  'strands-openai': 2,
};

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

interface Spans {
  readonly scopeSpans: readonly { readonly scope: object; readonly spans: readonly object[] }[];
}

/** Each span of requests as a request of its own. */
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

/** Posts requests as of traces of their own; gives what the API answers of all of them together. */
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

test('all pairs are expected to count something elsewhere, or not', () => {
  expect(Object.keys(TWINS).sort()).toEqual(pairNames());
});

describe('what two instrumentations sent counts once', () => {
  test.each(Object.entries(TWINS))('%s', async (name, twins) => {
    const [whole, single] = [pairRequests(name).map(String), spanBySpan(pairRequests(name))];
    const { cost } = await sent(whole);
    expect(cost).toBeGreaterThan(0);
    for (const requests of [whole, single, [...single].reverse(), [...single, ...single]]) {
      const { cost: again, ...sums } = await sent(requests);
      expect(sums).toEqual({ input: 300, output: 80, elsewhere: twins });
      expect(again).toBeCloseTo(cost, 9);
    }
  });
});
