import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '@sluice/testbed/network';
import { AUTHORIZED } from '../product/product';
import { eventually, get, post, startTestCluster } from './start-cluster.testing';

const EVERY_MS = 50;

/** Starts a collector: it records requests without their headers, and forwards all of them once its target is known. */
async function startCollector(port: number) {
  const taken: Buffer[] = [];
  let gatewayUrl: string | undefined;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      taken.push(body);
      response.end();
      const headers = { ...AUTHORIZED, 'content-type': 'application/x-protobuf' };
      if (gatewayUrl !== undefined) void fetch(`${gatewayUrl}/v1/traces`, { method: 'POST', headers, body });
    });
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    taken,
    passOnTo: (url: string) => (gatewayUrl = url),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('gateway, writer and query service send what each does, and end where a collector sends it back to them', async () => {
  const [port = 0] = await freePorts(1);
  const collector = await startCollector(port);
  const on = {
    SELF_TRACES: 'true',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_BSP_SCHEDULE_DELAY: String(EVERY_MS),
  };
  const tier = await startTestCluster({ partitions: 2, settings: { gateway: on, writer: on, query: on } });
  try {
    collector.passOnTo(tier.gateway.url);
    const id = randomUUID();
    const receipt = await post(tier.gateway, '/v1/l/batch', { body: JSON.stringify({ trace: { id } }) });
    expect(await get(tier.query, `/api/public/traces/${id}`, receipt)).toMatchObject({ status: 200 });

    const sent = () => Buffer.concat(collector.taken).toString('latin1');
    const expected = [
      ...['sluice-gateway', 'POST /v1/l/batch', 'receive body', 'decode', 'publish sluice.traces.v1'],
      ...['sluice-writer', 'process sluice.traces.v1', 'store'],
      ...['sluice-query', 'GET /api/public/traces/:traceId', 'areStored', 'getTrace'],
    ];
    await eventually(tier, () => Promise.resolve(expected.every((name) => sent().includes(name))));
    expect(sent()).not.toContain(id);

    // The traces of the product return as requests to the gateway and batches of the writer: these are stored, and cause no further traces.
    const stored = () => tier.database.query<{ n: number }>('select count(*)::integer as n from sluice.traces');
    await eventually(tier, async () => ((await stored()).rows[0]?.n ?? 0) >= 4);
    await sleep(20 * EVERY_MS);
    const before = collector.taken.length;
    await sleep(20 * EVERY_MS);
    expect(collector.taken).toHaveLength(before);
  } finally {
    await tier.close();
    collector.close();
  }
});
