import { connected, createTestDatabase } from '@sluice/testbed/servers';
import { collectValues } from './database';
import { fieldConditions } from './trace-filter';

test('traces with a tag are found by the index that has no others', async () => {
  const url = await createTestDatabase('migrated');
  const { values, add } = collectValues();
  const conditions = fieldConditions({ tags: ['a'], environments: [] }, { values, add }).join(' and ');
  await connected(url, async (client) => {
    await client.query(
      `insert into sluice.traces (id, part, shard, tags, "timestamp", created_at, updated_at, stamp)
       select gen_random_uuid(), 494000, 0, tags::text[], now(), now(), now(), 's'
       from (values ('{}'), ('{b}'), ('{a,b}')) x (tags)`,
    );
    await client.query('set enable_seqscan = off');
    const plan = await client.query(`explain select from sluice.traces t where ${conditions}`, [...values]);
    expect(JSON.stringify(plan.rows)).toContain('traces_tagged');
    const found = await client.query(`select t.tags from sluice.traces t where ${conditions}`, [...values]);
    expect(found.rows).toEqual([{ tags: ['a', 'b'] }]);
  });
});
