import { testUuid } from '@sluice/samples';
import { closeGateways, post, setUp } from './gateway.testing';

afterAll(closeGateways);

const OF_ACME = { Authorization: 'Bearer of acme' };
const TRACE = JSON.stringify({ trace: { id: testUuid(1) }, observations: [{ id: testUuid(2) }] });
const POINTS = JSON.stringify({ metrics: [{ name: 'm', value: 1 }] });
const SPANS = JSON.stringify({
  resourceSpans: [{ scopeSpans: [{ spans: [{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), name: 's' }] }] }],
});
/** So large that the thread reads it. */
const LARGE = JSON.stringify({ trace: { id: testUuid(1), input: 'x'.repeat(2 ** 21) } });

describe('what is sent', () => {
  it.each([
    ['/v1/l/batch', TRACE],
    ['/v1/metrics/batch', POINTS],
    ['/v1/traces', SPANS],
    ['/v1/l/batch', LARGE],
  ])('to %s is of the project of its sender', async (path, body) => {
    const { app, records } = await setUp();
    const send = (headers: Readonly<Record<string, string>>) =>
      post(app, path).set('Content-Type', 'application/json').set(headers).send(body);
    expect((await send(OF_ACME)).status).toBe(200);
    const ofAcme = records.splice(0);
    expect(ofAcme.length).toBeGreaterThan(0);
    expect(ofAcme.map(({ project }) => project)).toEqual(ofAcme.map(() => 'acme'));
    expect((await send({})).status).toBe(200);
    expect(records).toHaveLength(ofAcme.length);
    for (const record of records) expect(record).not.toHaveProperty('project');
  });
});
