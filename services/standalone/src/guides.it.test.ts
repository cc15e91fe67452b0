import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '@sluice/contracts';
import { guideMetrics, guideNames, guideRequests, ranGuide } from '@sluice/testbed/samples';
import { type Product, startProduct } from './product.testing';

/*
 * Guide to frameworks: its lines are those that made the captures; what it shows of each trace must equal the product's answer after the
 * capture was posted (packages/normalize/captures/README.md).
 */

const CAPTURES = join(__dirname, '../../../packages/normalize/captures');

/** Section of the page, as read by the program that runs its lines. */
interface Guide {
  readonly versions: string;
  readonly lines: string;
  readonly programs: readonly object[];
  /** Text of the trace in the section. */
  readonly shown: string;
  /** Names and versions of packages. */
  readonly pins: readonly (readonly [name: string, version: string])[];
}

const guides = JSON.parse(
  execFileSync(process.execPath, [join(CAPTURES, 'guides.mjs'), '--print'], { encoding: 'utf8' }),
) as Readonly<Record<string, Guide>>;

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

async function post(signal: string, requests: readonly Buffer[]): Promise<void> {
  for (const request of requests) {
    const { status, body } = await product.send(`/api/public/otel/v1/${signal}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: Uint8Array.from(request),
    });
    expect([status, body.toString()]).toEqual([200, '{}']);
  }
}

interface Tokens {
  readonly input: number;
  readonly output: number;
}

const dollars = (usd: number): string => `$${usd.toFixed(9).replace(/0+$/, '')}`;
const figures = ({ input, output }: Tokens, usd: number): string => `${input} in, ${output} out, ${dollars(usd)}`;

/** Formats a line of the tree: names down from the root, type, and counted figures. */
function lineOf(observation: Json, byId: ReadonlyMap<unknown, Json>): string {
  const names: unknown[] = [];
  for (let at: Json | undefined = observation; at !== undefined; at = byId.get(at['parentObservationId']))
    names.unshift(at['name']);
  const cost = Number(observation['calculatedTotalCost']);
  const counted = cost > 0 ? ` ${figures(observation['usage'] as Tokens, cost)}` : '';
  return `${names.join(' > ')} ${String(observation['type'])}${counted}`;
}

/** Reads the same from the lines of a page, where two spaces are a level. */
function linesShown(tree: string): string[] {
  const names: string[] = [];
  return tree.split('\n').map((line) => {
    const [, blanks = '', name = '', rest = ''] = /^( *)(.+?)(?: {2,}(.+))?$/.exec(line) ?? [];
    names.splice(blanks.length / 2, Infinity, name);
    return `${names.join(' > ')} ${rest.replace(/ {2,}/g, ' ')}`;
  });
}

test('every section has a capture', () => {
  expect(guideNames()).toEqual(Object.keys(guides).sort());
});

describe.each(Object.entries(guides))('the guide %s', (name, guide) => {
  const { lines, programs, paid } = ranGuide(name);

  test('has the lines that made its capture, with the versions that they ran with', () => {
    expect({ lines: guide.lines, programs: guide.programs }).toEqual({ lines, programs });
    const versions = readFileSync(join(CAPTURES, 'requirements', guide.versions), 'utf8');
    expect(guide.pins).not.toEqual([]);
    const others = guide.pins.filter(
      ([each, version]) => !versions.includes(`${each}==${version}\n`) && !versions.includes(`"${each}": "${version}"`),
    );
    expect(others).toEqual([]);
    expect(`${String(guideRequests(name))}${String(guideMetrics(name))}`).not.toMatch(
      /\/(?:root|home|tmp|Users|work)\//,
    );
  });

  test('shows the trace that is answered, and what the model was paid for', async () => {
    await post('traces', guideRequests(name));
    const [, traceId = ''] = /"traceId": "([0-9a-f]{32})"/.exec(String(guideRequests(name)[0])) ?? [];
    const { status, body } = await product.get(`/api/public/traces/${traceId}`);
    expect(status).toBe(200);
    const [trace = ''] = guide.shown.trimEnd().split('\n\n');
    const [head, ...tree] = trace.split('\n');
    const { input, output } = body['usage'] as Tokens;
    expect({ input, output }).toEqual(paid);
    expect(`${String(body['name'])}: ${figures({ input, output }, Number(body['totalCost']))}`).toBe(head);
    // Claude Code has an id of its own for user and session.
    const named = programs.length === 0 ? [] : [body['userId'], body['sessionId']];
    const words = programs.flatMap(({ text }) => text.split(/['"]/));
    expect(named.filter((each) => !words.includes(String(each)))).toEqual([]);
    const observations = body['observations'] as Json[];
    const byId = new Map<unknown, Json>(observations.map((observation) => [observation['id'], observation]));
    // Observations that start in the same millisecond have no order.
    const answered = observations.map((observation) => lineOf(observation, byId));
    expect(linesShown(tree.join('\n')).sort()).toEqual(answered.sort());
  });

  test('shows the sums of the metrics that it sends', async () => {
    const requests = guideMetrics(name);
    const [, metrics = ''] = guide.shown.trimEnd().split('\n\n');
    expect(metrics === '').toBe(requests.length === 0);
    await post('metrics', requests);
    const times = Array.from(
      String(requests).matchAll(/"timeUnixNano": ?"(\d+)"/g),
      ([, nanos]) => Number(nanos) / 1e6,
    );
    for (const line of metrics.split('\n').filter((each) => each !== '')) {
      const [, metric = '', label = '', sums] = /^(\S+) by (\w+): (.*)$/.exec(line) ?? [];
      const window = { from: Math.min(...times) - 1, to: Math.max(...times) + 1 };
      const [from, to] = [window.from, window.to].map((time) => new Date(time).toISOString());
      const { body } = await product.get(
        `/api/public/metrics/query?name=${metric}&from=${from}&to=${to}&step=1d&agg=sum&group_by=${label}`,
      );
      const series = body['data'] as { labels: Record<string, string>; values: { value: number }[] }[];
      const sumOf = ({ labels, values }: (typeof series)[number]) => `${labels[label]} ${values[0]?.value}`;
      expect(series.map(sumOf).join(', ')).toBe(sums);
    }
  });
});
