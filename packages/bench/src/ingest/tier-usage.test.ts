import { tierUsage } from './tier-usage';

test('writers are taken together, and a part that is not on this machine has no figure', async () => {
  const { pid } = process;
  const usage = await tierUsage({ gateway: pid, writers: [pid, pid], postgres: pid, broker: undefined });
  expect(usage.gateway).toBeGreaterThan(0);
  expect(usage.writer).toBeGreaterThan(1.9 * usage.gateway);
  expect(usage.Postgres).toBeGreaterThanOrEqual(usage.gateway);
  expect(usage.bench).toBeGreaterThan(0.9 * usage.gateway);
  expect(usage.broker).toBeNaN();
});
