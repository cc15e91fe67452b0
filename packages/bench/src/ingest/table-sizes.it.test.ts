import { connected, testDatabaseUrl } from '@sluice/testbed/servers';
import { readTableSizes } from './table-sizes';

test('tables of any name count with their indexes and TOAST; those of the moment by themselves', async () => {
  await connected(testDatabaseUrl(), async (sql) => {
    const before = await readTableSizes(sql);
    await sql.query('create table sluice.texts (id int primary key, text text)');
    await sql.query('alter table sluice.texts alter column text set storage external');
    await sql.query("insert into sluice.texts select n, repeat('x', 100000) from generate_series(1, 100) n");
    const after = await readTableSizes(sql);
    expect(after.stored - before.stored).toBeGreaterThan(10_000_000);
    expect(after.stored - before.stored).toBeLessThan(12_000_000);
    expect(before.moment).toBeGreaterThan(0);
    expect(after.moment - before.moment).toBeLessThan(1_000_000);
  });
});
