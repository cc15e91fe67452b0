import { testDatabaseUrl } from '@sluice/testbed/servers';
import { Client } from 'pg';
import { agentWorkload } from './agent-workload';
import { metricWorkload } from './metric-workload';
import { nativeWorkload } from './native-workload';
import { otlpWorkload } from './otlp-workload';
import { verifyStored } from './verify-stored';
import type { Sender, Workload } from './workload';

const IDENTITY = { run: 'test', start: Date.UTC(2020, 0, 1) * 1000 };

describe('verifyStored', () => {
  let sql: Client;
  beforeAll(async () => {
    sql = new Client({ connectionString: testDatabaseUrl() });
    await sql.connect();
  });
  afterAll(() => sql.end());
  beforeEach(() => sql.query('begin'));
  afterEach(() => sql.query('rollback'));

  /** Makes a client with this many acknowledged requests; with `underWay` one more is sent and not answered. */
  function clientAfter(workload: Workload, acknowledged: number, underWay = false, project = ''): Sender {
    const attempted = acknowledged + (underWay ? 1 : 0);
    return {
      workload,
      project,
      attempted,
      outcomeOf: (request) => (request < acknowledged ? 'acknowledged' : request < attempted ? 'unknown' : 'unsent'),
    };
  }

  /** Stores an item in one row with its expected state after the first `applied` of its requests. */
  async function store(workload: Workload, group: number, index: number, applied = 1): Promise<void> {
    const expected = workload.expected({ group, index }, new Set(workload.requestsOf(group).slice(0, applied)));
    if (expected === undefined) throw new Error('no such item');
    const texts = expected.split('|', 11).map((text) => (text === '' ? null : text));
    const name = `${workload.client}/${group}/${index}`;
    if (workload.stored === 'observation') {
      await sql.query(
        `insert into sluice.observations (part, trace_id, id, parent_id, type, model, start_time, end_time, input_tokens,
           output_tokens, input, output, name, counted, created_at, updated_at, stamp)
         values (0, $1, $2, $3, $4, $5, to_timestamp($6::numeric / 1000000), to_timestamp($7::numeric / 1000000), $8, $9,
           $10, $11, $12, true, now(), now(), '')`,
        [...texts, name],
      );
      return;
    }
    await sql.query(
      `with series as (
         insert into sluice.metric_series (hash, name, labels) values (md5($4)::uuid, $1, jsonb_build_object('client', $4::text))
         on conflict (hash) do update set name = excluded.name returning id
       )
       insert into sluice.metric_points (series_id, ts, value)
       select id, to_timestamp($2::numeric / 1000000), $3::float8 from series`,
      [...texts, workload.client],
    );
  }

  async function storeAll(workload: Workload, groups: number, indexes: number, applied = 1): Promise<void> {
    await sql.query('select sluice.ensure_trace_partitions(0, 0)');
    for (let group = 0; group < groups; group += 1) {
      for (let index = 0; index < indexes; index += 1) await store(workload, group, index, applied);
    }
  }

  test('finds nothing wrong where every acknowledged item is stored once', async () => {
    const otlp = otlpWorkload({ number: 0, ...IDENTITY });
    const native = nativeWorkload({ number: 1, ...IDENTITY });
    const metric = metricWorkload({ number: 2, ...IDENTITY });
    await storeAll(otlp, 2, 30);
    await storeAll(native, 2, 4, 2);
    await storeAll(metric, 1, 20);
    const clients = [clientAfter(otlp, 2), clientAfter(native, 4), clientAfter(metric, 1)];
    await expect(verifyStored(sql, clients)).resolves.toEqual({ items: 88, acknowledged: 88, violations: [] });
  });

  test('allows the items of the request under way, all or some, in both of their states', async () => {
    const otlp = otlpWorkload({ number: 0, ...IDENTITY });
    const native = nativeWorkload({ number: 1, ...IDENTITY });
    await storeAll(otlp, 1, 30);
    await store(otlp, 1, 7);
    await storeAll(native, 1, 2, 1);
    await store(native, 0, 2, 2);
    await store(native, 0, 3, 2);
    const clients = [clientAfter(otlp, 1, true), clientAfter(native, 1, true)];
    await expect(verifyStored(sql, clients)).resolves.toMatchObject({ acknowledged: 34, violations: [] });
  });

  test('finds an acknowledged item that is missing, also beside one that is only under way', async () => {
    const otlp = otlpWorkload({ number: 0, ...IDENTITY });
    await storeAll(otlp, 1, 29);
    await store(otlp, 1, 0);
    const { violations } = await verifyStored(sql, [clientAfter(otlp, 1, true)]);
    expect(violations).toEqual(['otlp-0: of 30 acknowledged items 29 are stored; missing is otlp-0/0/29']);
  });

  test('compares texts of an agent with escapes, byte for byte', async () => {
    const agent = agentWorkload({ number: 0, ...IDENTITY });
    await storeAll(agent, 2, 2, 2);
    await expect(verifyStored(sql, [clientAfter(agent, 4)])).resolves.toMatchObject({
      acknowledged: 4,
      violations: [],
    });
    await sql.query(
      "update sluice.observations set output = replace(output, 'answer', 'Answer') where name like '%/1/0'",
    );
    const { violations } = await verifyStored(sql, [clientAfter(agent, 4)]);
    expect(violations).toEqual([
      expect.stringMatching(/^agent-0\/1\/0 is stored as ….*"Answer to .* expected: ….*"answer to /),
    ]);
  });

  test('finds a point that is stored twice', async () => {
    const metric = metricWorkload({ number: 0, ...IDENTITY });
    await storeAll(metric, 1, 20);
    await store(metric, 0, 3);
    const { violations } = await verifyStored(sql, [clientAfter(metric, 1)]);
    expect(violations).toContain('metric-0/0/3 is stored twice');
  });

  test('finds an update that was acknowledged and is lost', async () => {
    const native = nativeWorkload({ number: 0, ...IDENTITY });
    await storeAll(native, 1, 4, 1);
    const { violations } = await verifyStored(sql, [clientAfter(native, 2)]);
    const lost = [0, 1, 2, 3].map((item) => `native-0/0/${item}`);
    expect(violations.map((violation) => violation.split(' is stored as ')[0]).sort()).toEqual(lost);
  });

  test('tells projects apart that send the same', async () => {
    const metric = metricWorkload({ number: 0, ...IDENTITY });
    const clients = ['', 'acme'].map((project) => clientAfter(metric, 1, false, project));
    await sql.query("select sluice.ensure_projects('{acme}')");
    await storeAll(metric, 1, 20);
    const ofAcme = await verifyStored(sql, clients);
    expect(ofAcme.violations).toEqual([
      'acme: metric-0: of 20 acknowledged items 0 are stored; missing is acme: metric-0/0/0',
    ]);
    await sql.query("update sluice.metric_series set project = (select id from sluice.projects where name = 'acme')");
    await storeAll(metric, 1, 20);
    // The series belongs to acme: a comparison that ignores projects assigns it the points of the other one.
    const mixed = await verifyStored(sql, clients);
    expect(mixed.violations.join()).toContain('acme: metric-0/0/0 is stored twice');
    await sql.query("update sluice.metric_series set hash = md5('another')::uuid");
    await sql.query(
      'delete from sluice.metric_points where ctid in (select max(ctid) from sluice.metric_points group by value)',
    );
    await storeAll(metric, 1, 20);
    await expect(verifyStored(sql, clients)).resolves.toEqual({ items: 40, acknowledged: 40, violations: [] });
  });

  test('finds an item that was never sent, and one that is nobody’s', async () => {
    const otlp = otlpWorkload({ number: 0, ...IDENTITY });
    await storeAll(otlp, 1, 1);
    const { violations } = await verifyStored(sql, [
      clientAfter(otlp, 0),
      clientAfter(otlpWorkload({ number: 1, ...IDENTITY }), 0),
    ]);
    expect(violations.join()).toContain('never sent');
    const nobodys = await verifyStored(sql, []);
    expect(nobodys.violations.join()).toContain('nobody sent');
  });
});
