import { generateKeyPairSync } from 'node:crypto';
import { createMetrics } from '@sluice/runtime';
import { certificateOf } from '@sluice/testbed/network';
import { exposeCertificate } from './certificate-metrics';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const [own, authority] = [certificateOf(publicKey, privateKey, '300102030405Z'), certificateOf(publicKey, privateKey)];

async function samples(tls: Parameters<typeof exposeCertificate>[1]['tls']): Promise<string[]> {
  const metrics = createMetrics({ processMetrics: false });
  exposeCertificate(metrics, { tls });
  return (await metrics.expose()).body.split('\n').filter((line) => line.startsWith('sluice_'));
}

test('exports when the own certificate ends, the first of its file', async () => {
  const seconds = Date.UTC(2030, 0, 2, 3, 4, 5) / 1000;
  const expected = [`sluice_kafka_certificate_expiry_timestamp_seconds ${seconds}`];
  expect(await samples({ cert: own, key: 'k' })).toEqual(expected);
  expect(await samples({ cert: `${own}${authority}`, key: 'k', ca: authority })).toEqual(expected);
});

test('exports nothing without one', async () => {
  expect(await samples(undefined)).toEqual([]);
  expect(await samples({ ca: authority })).toEqual([]);
});
