import type { PoolClient } from 'pg';
import { gramsOf } from '../../grams/gram-hash';
import { openIndexer } from './index-traces.testing';
import { TextFilters } from './text-filters';

let index: ReturnType<typeof openIndexer>;
beforeAll(() => {
  index = openIndexer();
});
afterAll(() => index.close());

/** Adds traces in a valid segment, without filters. */
async function addTraces(): Promise<void> {
  await index.clear();
  await index.owner.query('delete from sluice.text_filters');
  await index.add(index.owner, 50, 'filters');
  await index.allIndexed();
  await index.owner.query(`insert into sluice.valid_segments select distinct project, 0 from sluice.trace_index_entries
    on conflict do nothing`);
}

async function withConnection(work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await index.owner.connect();
  try {
    await work(client);
  } finally {
    client.release();
  }
}

const made = () => index.number('select count(*) from sluice.text_filters');

test('filters are made one after the other, but rarely while traces are indexed', () =>
  withConnection(async (client) => {
    await addTraces();
    let now = 1000;
    const filters = new TextFilters(1, () => (now += 10));
    filters.addIndexed();
    expect([filters.isDue, await filters.next(client), await made()]).toEqual([true, true, 1]);
    // The filter took 10 ms of this clock.
    expect(filters.isDue).toBe(false);
    now += 200;
    expect([filters.isDue, await filters.next(client), await made()]).toEqual([true, true, 2]);
    expect([filters.isDue, await filters.next(client), await made()]).toEqual([true, true, 3]);
    expect([filters.isDue, await filters.next(client), filters.isDue]).toEqual([false, false, false]);
    filters.addRolledUp();
    expect([filters.isDue, await filters.next(client), await made()]).toEqual([true, false, 3]);
  }));

test('a filter that took too long leaves out all traces, and is not made again', () =>
  withConnection(async (client) => {
    await addTraces();
    const filters = new TextFilters(1);
    expect(await filters.leaveOut(client)).toBe(false);
    await filters.next(client);
    expect(await filters.leaveOut(client)).toBe(true);
    const all = 'select count(*) from sluice.text_filters where left_out = 1024 and bit_count(unfiltered) = 1024';
    expect([await made(), await index.number(all)]).toEqual([1, 1]);
    while (await filters.next(client));
    filters.addRolledUp();
    expect([await filters.next(client), await made(), await index.number(all)]).toEqual([false, 3, 1]);
  }));

test('texts are in the eighth of their trace', () =>
  withConnection(async (client) => {
    await index.clear();
    await index.owner.query('delete from sluice.text_filters');
    await index.add(index.owner, 300, 'eighths');
    await client.query(`update sluice.traces set name = 'giraffe', tags = '{antelope}' where project = 0
      and "timestamp" = (select max("timestamp") from sluice.traces where project = 0)`);
    await index.allIndexed();
    await client.query('insert into sluice.valid_segments values (0, 0) on conflict do nothing');
    await client.query('create table sluice.trace_io_rest partition of sluice.trace_io default');
    await client.query(`insert into sluice.trace_io (part, trace_id, input)
      select t.part, t.id, case when p.index_position < 128 then '"elephant"' else '"crocodile"' end
      from sluice.trace_index_entries p join sluice.traces t on t.id = p.key where p.project = 0`);
    const filters = new TextFilters(1);
    while (await filters.next(client));
    const eighths = (text: string): Promise<number> =>
      index.number(`select bit_and(get_byte(f.grams, b)) from sluice.text_filters f, unnest('{${gramsOf(text).join()}}'::integer[]) b
        where f.project = 0`);
    expect(await Promise.all(['elephant', 'crocodile', 'giraffe', 'antelope', 'zebras'].map(eighths))).toEqual([
      ...[1, 2, 2, 2, 0],
    ]);
    await client.query('drop table sluice.trace_io_rest');
  }));

test('a trace with an escape that cannot be decoded is left out of its filter', () =>
  withConnection(async (client) => {
    await addTraces();
    await client.query('create table sluice.trace_io_rest partition of sluice.trace_io default');
    await client.query(`insert into sluice.trace_io (part, trace_id, input)
      select t.part, t.id, '"\\u12"' from sluice.traces t order by t.id limit 1`);
    const filters = new TextFilters(1);
    while (await filters.next(client));
    const leftOut = 'select sum(left_out) from sluice.text_filters';
    expect([await made(), await index.number(leftOut)]).toEqual([3, 1]);
    await client.query('drop table sluice.trace_io_rest');
  }));
