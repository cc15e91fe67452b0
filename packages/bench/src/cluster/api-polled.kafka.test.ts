import {
  type ApiUnderTest,
  connectApi,
  describeMetricContract,
  describeNativeContract,
  describeOtlpContract,
} from '@sluice/contracts';
import { CREDENTIALS } from '../product/product';
import { type TestCluster, startTestCluster } from './start-cluster.testing';

/*
 * The same as `api.kafka.test.ts` as an SDK uses it: no read brings a receipt, and what is read too early is read again.
 */

let tier: TestCluster;
let api: ApiUnderTest;

beforeAll(async () => {
  tier = await startTestCluster({ partitions: 3 });
  const places = { ingestUrl: tier.gateway.url ?? '', queryUrl: tier.query.url ?? '', ...CREDENTIALS };
  api = connectApi({ ...places, finds: 'in time' });
});
afterAll(async () => {
  await tier.close();
  expect(tier.said.filter((line) => !line.includes('"level":"warn"'))).toEqual([]);
});

describeNativeContract(() => api);
describeOtlpContract(() => api);
describeMetricContract(() => api);
