import { type ApiUnderTest, connectApi, describeApiContract, describeOpenApiContract } from '@sluice/contracts';
import { CREDENTIALS } from '../product/product';
import { type TestCluster, startTestCluster } from './start-cluster.testing';

/*
 * Three processes answer like one, with their default waits. Writes are sent to the gateway, reads to the query service: with the receipts
 * of the writes, or as an SDK reads, without a receipt and repeated where it was too early.
 */
describe.each(['by receipt', 'in time'] as const)('three processes, whose answers are found %s', (finds) => {
  let tier: TestCluster;
  let api: ApiUnderTest;

  beforeAll(async () => {
    tier = await startTestCluster({ partitions: 3 });
    api = connectApi({ ingestUrl: tier.gateway.url, queryUrl: tier.query.url, ...CREDENTIALS, finds });
  });
  afterAll(async () => {
    await tier.close();
    expect(tier.output.filter((line) => !line.includes('"level":"warn"'))).toEqual([]);
  });

  describeApiContract(() => api);
  if (finds === 'by receipt') describeOpenApiContract(() => api);
});
