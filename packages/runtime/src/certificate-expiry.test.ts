import { testCertificate } from '@sluice/testbed/network';
import { watchCertificateExpiry } from './certificate-expiry';
import { createMetrics } from './metrics';

test('exports when the certificate in use expires, and nothing without one', async () => {
  const metrics = createMetrics({ processMetrics: false });
  const watch = watchCertificateExpiry(metrics, { name: 'certificate_expiry', help: 'When it ends' });
  const samples = async () =>
    (await metrics.expose()).body.split('\n').filter((line) => line.startsWith('certificate'));
  expect(await samples()).toEqual([]);
  watch(testCertificate('300102030405Z').cert);
  expect(await samples()).toEqual([`certificate_expiry ${Date.UTC(2030, 0, 2, 3, 4, 5) / 1000}`]);
  watch(testCertificate('310102030405Z').cert);
  expect(await samples()).toEqual([`certificate_expiry ${Date.UTC(2031, 0, 2, 3, 4, 5) / 1000}`]);
  watch(undefined);
  expect(await samples()).toEqual([]);
});
