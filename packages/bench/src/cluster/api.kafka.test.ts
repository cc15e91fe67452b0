import {
  type ApiUnderTest,
  connectApi,
  describeMetricContract,
  describeNativeContract,
  describeOpenApiContract,
  describeOtlpContract,
} from '@sluice/testkit';
import { CREDENTIALS } from '../product/product';
import { type TestCluster, startTestCluster } from './start-cluster.testing';

/*
 * What one process answers, three answer. Writes go to the gateway, reads to the query service with the receipts of the
 * writes; who has none, as an OpenTelemetry exporter, is waited for by READ_WAIT_MS.
 */

const PATIENT = '20000';

let tier: TestCluster;
let api: ApiUnderTest;

beforeAll(async () => {
  const settings = { query: { RECEIPT_WAIT_MS: PATIENT, READ_WAIT_MS: PATIENT } };
  tier = await startTestCluster({ partitions: 3, settings });
  api = connectApi({ ingestUrl: tier.gateway.url ?? '', queryUrl: tier.query.url ?? '', ...CREDENTIALS });
});
afterAll(async () => {
  await tier.close();
  expect(tier.said.filter((line) => !line.includes('"level":"warn"'))).toEqual([]);
});

describeNativeContract(() => api);
describeOtlpContract(() => api);
describeMetricContract(() => api);
describeOpenApiContract(() => api);
