import { testUuid as uuid } from '@sluice/testbed/samples';
import { type Product, startProduct } from './product.testing';

/*
 * Node 24 and 26 may read an escaped name as the name in an earlier object (see parseJson of @sluice/record). Here one sender sends names
 * that are one backslash, at every place where senders choose names; then another sender sends its own. Texts are compared, not the results
 * of JSON.parse.
 */

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

async function sent(path: string, body: object): Promise<string> {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await product.send(path, { method: 'POST', headers, body: JSON.stringify(body) });
  expect([answer.status, answer.body.toString()]).toEqual([200, expect.any(String)]);
  return answer.body.toString();
}

async function read(path: string): Promise<string> {
  const { status, body } = await product.send(path, {});
  expect(status).toBe(200);
  return body.toString();
}

const BACKSLASH = '\\';
const TIME = '2026-11-20T22:00:00Z';

/** Makes the members of one object of test `n` at one place: no other object begins with this name. */
const members = <T>(n: number, place: string, name: string, value: T): Record<string, T> => ({
  [`${place}${n}`]: value,
  [name]: value,
});

/** Sends a trace with this name at every place, twice, because an update reads stored values. */
async function sendTrace(n: number, id: string, name: string): Promise<void> {
  const observation = {
    id,
    type: 'GENERATION',
    startTime: TIME,
    usageDetails: members(n, 'usage', name, 1),
    costDetails: members(n, 'cost', name, 0.5),
    metadata: members(n, 'metadata', name, 'm'),
    input: members(n, 'in', name, 'i'),
  };
  await sent('/v1/l/batch', { trace: { id, metadata: members(n, 'trace', name, 't') }, observations: [observation] });
  await sent('/v1/l/batch', { trace: { id }, observations: [{ id, name: 'renamed' }] });
}

const spanTrace = (n: number): string => `${n}`.padStart(32, 'a');

/** Sends a span with such names in OTLP/JSON: attributes whose values are JSON in text, and an object. */
async function sendSpan(n: number, traceId: string, name: string): Promise<void> {
  const text = (place: string, value: unknown) => JSON.stringify(members(n, place, name, value));
  const attributes = [
    { key: 'langfuse.observation.usage_details', value: { stringValue: text('spanUsage', 1) } },
    { key: 'langfuse.observation.cost_details', value: { stringValue: text('spanCost', 0.5) } },
    { key: 'langfuse.observation.metadata', value: { stringValue: text('spanMetadata', 'm') } },
  ];
  const span = { traceId, spanId: '00000000000000a1', name: 's', attributes };
  const times = { startTimeUnixNano: '1795212000000000000', endTimeUnixNano: '1795212001000000000' };
  await sent('/v1/traces', { resourceSpans: [{ scopeSpans: [{ spans: [{ ...span, ...times }] }] }] });
}

async function sendPoint(n: number, metric: string, name: string): Promise<void> {
  const metrics = [{ name: metric, labels: members(n, 'label', name, 'v'), value: 7, timestamp: TIME }];
  await sent('/v1/metrics/batch', { metrics });
}

const labelsPath = (n: number, metric: string, name: string): string =>
  `/api/public/metrics/query?name=${metric}&from=2026-11-20T21:30:00Z&to=2026-11-20T22:30:00Z&labels=` +
  encodeURIComponent(JSON.stringify(members(n, 'label', name, 'v')));

describe.each([
  [1, '"'],
  [2, '\n'],
  [3, BACKSLASH],
  [4, '\u0001'],
])('%i: the name %j, after another sender named things by a backslash', (n, name) => {
  const inJson = JSON.stringify(name);

  it('is that of buckets, costs and metadata of an observation, also once it has been changed', async () => {
    await sendTrace(n, uuid(n), BACKSLASH);
    await sendTrace(n, uuid(100 + n), name);
    const text = await read(`/api/public/traces/${uuid(100 + n)}`);
    expect(text).toContain('"renamed"');
    expect(text).toContain(`"usageDetails":{"usage${n}":1,${inJson}:1,"total":2}`);
    expect(text).toContain(`"costDetails":{"cost${n}":0.5,${inJson}:0.5}`);
    expect(text).toContain(`"metadata":{"metadata${n}":"m",${inJson}:"m"}`);
    expect(text).toContain(`"metadata":{"trace${n}":"t",${inJson}:"t"}`);
    expect(text).toContain(`"input":{"in${n}":"i",${inJson}:"i"}`);
  });

  it('is that of buckets, costs and metadata of a span', async () => {
    await sendSpan(n, spanTrace(10 + n), BACKSLASH);
    await sendSpan(n, spanTrace(20 + n), name);
    const text = await read(`/api/public/traces/${spanTrace(20 + n)}`);
    expect(text).toContain(`"usageDetails":{"spanUsage${n}":1,${inJson}:1,"total":2}`);
    expect(text).toContain(`"costDetails":{"spanCost${n}":0.5,${inJson}:0.5}`);
    expect(text).toContain(`"spanMetadata${n}":"m",${inJson}:"m"`);
  });

  it('is that of a label, where it is sent and where it is asked for', async () => {
    await sendPoint(n, `other${n}`, BACKSLASH);
    await read(labelsPath(n, `other${n}`, BACKSLASH));
    await sendPoint(n, `metric${n}`, name);
    const names = [`label${n}`, name].sort();
    expect(await read(`/api/public/metrics/labels?name=metric${n}`)).toContain(JSON.stringify(names));
    expect(await read(labelsPath(n, `metric${n}`, name))).toContain('"value":7');
  });
});
