import { createMetrics } from './metrics';
import { watchPool } from './pool-metrics';

async function exposed(metrics: ReturnType<typeof createMetrics>): Promise<string[]> {
  const { body } = await metrics.expose();
  return body.split('\n').filter((line) => line.startsWith('sluice_'));
}

it('tells of every pool of a process what is used of it at the time', async () => {
  const metrics = createMetrics({ processMetrics: false });
  const writer = { totalCount: 0, idleCount: 0, waitingCount: 0, options: { max: 5 } };
  watchPool(metrics, 'writer', writer);
  watchPool(metrics, 'query', { totalCount: 10, idleCount: 0, waitingCount: 7, options: { max: 10 } });
  expect(await exposed(metrics)).toContain('sluice_database_pool_connections{pool="writer",state="free"} 5');
  Object.assign(writer, { totalCount: 4, idleCount: 1, waitingCount: 0 });
  expect(await exposed(metrics)).toEqual([
    'sluice_database_pool_connections{pool="writer",state="used"} 3',
    'sluice_database_pool_connections{pool="writer",state="idle"} 1',
    'sluice_database_pool_connections{pool="writer",state="free"} 1',
    'sluice_database_pool_connections{pool="query",state="used"} 10',
    'sluice_database_pool_connections{pool="query",state="idle"} 0',
    'sluice_database_pool_connections{pool="query",state="free"} 0',
    'sluice_database_pool_waiting{pool="writer"} 0',
    'sluice_database_pool_waiting{pool="query"} 7',
  ]);
});

it('keeps the pools of two registries apart', async () => {
  const [one, other] = [createMetrics({ processMetrics: false }), createMetrics({ processMetrics: false })];
  const pool = { totalCount: 1, idleCount: 1, waitingCount: 0, options: { max: 1 } };
  watchPool(one, 'writer', pool);
  watchPool(other, 'query', pool);
  expect((await exposed(one)).join()).not.toContain('query');
  expect((await exposed(other)).join()).not.toContain('writer');
});
