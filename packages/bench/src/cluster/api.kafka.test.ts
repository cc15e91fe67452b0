import { type ApiUnderTest, connectApi, describeApiContract, describeOpenApiContract } from '@sluice/contracts';
import { CREDENTIALS } from '../product/product';
import { type TestCluster, startTestCluster } from './start-cluster.testing';

/*
 * What one process answers, three answer, with the waits that they have by default. Writes go to the gateway, reads to the query
 * service: with the receipts of the writes, or as an SDK reads, without one and again where it was too early.
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
