import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Closers, createLogger } from '@sluice/runtime';
import { forkSource, testDatabaseUrl } from '@sluice/testkit';
import { Client } from 'pg';
import { CREDENTIALS, type Product, startProduct } from '../product/product';
import { createCall } from './call';
import { compareStored } from './check/compare-stored';
import { placeSentinel } from './check/sentinel';
import { type FuzzResult, fuzz } from './fuzz-run';
import { TARGETS } from './input/fuzz-input';
import { UNSPEAKABLE } from './input/interesting';

/** Other seeds, and many more inputs: `npm run fuzz` (see README.md). */
const SEED = 20261120;
const INPUTS = 2400;

const STANDALONE = join(__dirname, '../../../../services/standalone/src/main.ts');

const DEAD_LETTER = `
  insert into sluice.ingest_dead_letter
    (topic, epoch, "partition", record_offset, item, record_id, sqlstate, message, record, received_at)
  values ('t', 0, 0, 0, 0, gen_random_uuid(), '22000', 'm', '', now())`;

describe('the product, sent every kind of right and wrong request', () => {
  const closers = new Closers({ logger: createLogger({ level: 'silent', pretty: false }) });
  const { signal } = new AbortController();
  const said: string[] = [];
  let product: Product;
  let sql: Client;
  let result: FuzzResult;

  beforeAll(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sluice-fuzz-'));
    closers.add('folder', () => rm(dataDir, { recursive: true }));
    const run = (env: NodeJS.ProcessEnv) =>
      forkSource(STANDALONE, [], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    product = await startProduct(
      { dataDir, databaseUrl: testDatabaseUrl(), unspeakable: [UNSPEAKABLE], run },
      { closers, signal },
    );
    sql = new Client({ connectionString: testDatabaseUrl() });
    await sql.connect();
    closers.add('database connection', () => sql.end());
    const world = { seed: SEED, ...CREDENTIALS };
    const print = (line: string): void => void said.push(line);
    result = await fuzz({ world, inputs: INPUTS, connections: 4, product, sql, signal, print });
  });
  afterAll(() => closers.close(20_000));

  test('answers as documented, stores exactly what it accepts, and leaves the data of others alone', () => {
    // A line names the input: npm run fuzz -- --replay <seed>:<index> sends it again and looks for the simplest like it.
    expect(said.filter((line) => line.startsWith('WRONG'))).toEqual([]);
    expect(result.violations).toEqual([]);
  });

  test('is sent inputs for every target, of which some are accepted and some refused', () => {
    for (const target of TARGETS) {
      const { inputs, statuses } = result.targets.get(target) ?? { inputs: 0, statuses: new Map<number, number>() };
      expect(inputs).toBe(INPUTS / TARGETS.length);
      expect(statuses.get(200) ?? 0).toBeGreaterThan(inputs / 10);
      expect(statuses.get(400) ?? 0).toBeGreaterThan(inputs / 10);
    }
  });

  describe('is found out', () => {
    beforeEach(() => sql.query('begin'));
    afterEach(() => sql.query('rollback'));

    const anyOf = (table: string): string => `ctid = (select min(ctid) from ${table})`;
    test.each([
      ['that loses a trace', `delete from sluice.traces where ${anyOf('sluice.traces')}`, 'were accepted'],
      [
        'that loses an observation',
        `delete from sluice.observations where (trace_id, id) = (select trace_id, id from sluice.observations limit 1)`,
        'were accepted',
      ],
      [
        'that stores what nobody sent',
        `insert into sluice.traces
         select (jsonb_populate_record(t, '{"id":"${randomUUID()}"}')).* from sluice.traces t limit 1`,
        'was not accepted',
      ],
      [
        'that stores a point twice',
        `insert into sluice.metric_points (series_id, ts, value)
         select series_id, ts, value from sluice.metric_points limit 1`,
        'a point is stored',
      ],
      ['whose database refuses an item', DEAD_LETTER, '1 dead letters'],
    ])('a product %s', async (_, damage, found) => {
      const { rows } = await sql.query<{ seq: string }>('select max(seq) as seq from sluice.metric_points');
      expect((await sql.query(damage)).rowCount).toBe(1);
      const { violations } = await compareStored(sql, result.ledger, rows[0]?.seq ?? '0');
      expect(violations.map(({ what }) => what).join()).toContain(found);
    });
  });

  test('a product that touches the data of another sender is found out', async () => {
    const sentinel = await placeSentinel(createCall(Number(new URL(product.baseUrl).port), CREDENTIALS));
    await expect(sentinel.check()).resolves.toBeUndefined();
    await sql.query(`update sluice.traces set tags = '{touched}' where id = $1`, [sentinel.trace]);
    await expect(sentinel.check()).resolves.toContain('touched');
  });
});
