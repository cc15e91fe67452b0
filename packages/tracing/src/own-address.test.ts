import { networkInterfaces } from 'node:os';
import { SettingsError, readSettings } from '@sluice/runtime';
import { refuseOwnAddress } from './own-address';
import { selfTraceFields } from './settings';

const OUTSIDE = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

function isRefused(endpoint: string, host: string, port = 3000): Promise<boolean> {
  const settings = readSettings({ SELF_TRACES: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, selfTraceFields);
  return refuseOwnAddress(settings, { PORT: { host, port } }).then(
    () => false,
    (error: unknown) => {
      if (!(error instanceof SettingsError)) throw error;
      return true;
    },
  );
}

test.each([
  ['http://127.0.0.1:3000', '127.0.0.1'],
  ['http://localhost:3000/api/public/otel', '127.0.0.1'],
  ['http://localhost:3000', 'localhost'],
  ['http://0.0.0.0:3000', '127.0.0.1'],
  ['http://127.8.8.8:3000', '0.0.0.0'],
  ['http://[::1]:3000', '::'],
  ['http://127.0.0.1:3000', '::'],
  ['http://[::ffff:127.0.0.1]:3000', '127.0.0.1'],
  [`http://${OUTSIDE ?? '127.0.0.1'}:3000`, '0.0.0.0'],
])('%s is refused by a process that listens on %s', async (endpoint, host) => {
  expect(await isRefused(endpoint, host)).toBe(true);
});

test('the port of a URL without one is known', async () => {
  expect(await isRefused('http://localhost', '0.0.0.0', 80)).toBe(true);
  expect(await isRefused('https://localhost', '0.0.0.0', 443)).toBe(true);
});

test.each([
  ['another port', 'http://127.0.0.1:3001', '127.0.0.1'],
  ['another address of this machine', 'http://127.0.0.2:3000', '127.0.0.1'],
  ['another machine', 'http://192.0.2.1:3000', '0.0.0.0'],
  ['a name that nobody knows', 'http://sluice.invalid:3000', '0.0.0.0'],
])('%s is not', async (_, endpoint, host) => {
  expect(await isRefused(endpoint, host)).toBe(false);
});

test('nothing is looked at without the switch', async () => {
  const settings = readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:3000' }, selfTraceFields);
  await expect(refuseOwnAddress(settings, { PORT: { host: '127.0.0.1', port: 3000 } })).resolves.toBeUndefined();
});
