import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { forkSource, temporaryFolder } from '@sluice/testbed/machine';
import { Closers, createLogger } from '@sluice/runtime';
import { testDatabaseUrl } from '@sluice/testbed/servers';
import { Client } from 'pg';
import { CREDENTIALS } from '../product/product';
import { createCall } from './call';
import { type Expected, compareStored } from './check/compare-stored';
import { placeSentinel } from './check/sentinel';
import { type FuzzResult, fuzz } from './fuzz-run';
import { type FuzzedProduct, startFuzzedProduct } from './fuzzed-product';
import { TARGETS } from './input/fuzz-input';

/** Other seeds, and many more inputs: `npm run fuzz` (see README.md). */
const SEED = 20261121;
const INPUTS = 3000;

const STANDALONE = join(__dirname, '../../../../services/standalone/src/main.ts');

const DEAD_LETTER = `
  insert into sluice.ingest_dead_letter
    (topic, epoch, "partition", record_offset, item, record_id, sqlstate, message, record, received_at)
  values ('t', 0, 0, 0, 0, gen_random_uuid(), '22000', 'm', '', now())`;

const idOf = (project: string): string => `(select id from sluice.projects where name = '${project}')`;
const anyOf = (table: string): string => `ctid = (select min(ctid) from ${table})`;

/** Damages like those of a faulty product, and the violation that the run has to report. */
const DAMAGES: readonly (readonly [name: string, damage: string, found: string])[] = [
  ['that loses a trace', `delete from sluice.traces where ${anyOf('sluice.traces')}`, 'was accepted and is not stored'],
  [
    'that loses an observation',
    `delete from sluice.observations where (trace_id, id) = (select trace_id, id from sluice.observations limit 1)`,
    'was accepted and is not stored',
  ],
  [
    'that stores a trace that nobody sent',
    `insert into sluice.traces
     select (jsonb_populate_record(t, '{"id":"${randomUUID()}"}')).* from sluice.traces t where project = 0 limit 1`,
    'was not accepted',
  ],
  [
    'that stores an observation that nobody sent',
    `insert into sluice.observations
     select (jsonb_populate_record(o, '{"id":"${randomUUID()}"}')).* from sluice.observations o limit 1`,
    'was not accepted',
  ],
  [
    'that stores a point that nobody sent',
    `insert into sluice.metric_points (series_id, ts, value)
     select series_id, ts + interval '7 seconds', value + 0.125 from sluice.metric_points limit 1`,
    'a point is stored and was not accepted',
  ],
  [
    'that stores a point twice',
    `insert into sluice.metric_points (series_id, ts, value)
     select series_id, ts, value from sluice.metric_points limit 1`,
    'a point is stored and was not accepted',
  ],
  [
    'that gives a trace to another project',
    `update sluice.traces set project = ${idOf('other')} where id = (
       select t.id from sluice.traces t where t.project = ${idOf('acme')} and not exists (
         select from sluice.traces o where o.project = ${idOf('other')} and o.public_id = t.public_id) limit 1)`,
    'was accepted and is not stored',
  ],
  [
    'that takes the points of one project for those of another',
    `update sluice.metric_series set project = ${idOf('other')} where id = (
       select s.id from sluice.metric_series s join sluice.metric_points p on p.series_id = s.id
       where s.project = ${idOf('acme')} and s.name <> 'sentinel' group by s.id order by count(*) desc, s.id limit 1)`,
    'a point is stored and was not accepted',
  ],
  ['that loses a score', `delete from sluice.scores where ${anyOf('sluice.scores')}`, 'was accepted and is not stored'],
  [
    'that stores a score that nobody sent',
    `insert into sluice.scores
     select (jsonb_populate_record(s, '{"id":"${randomUUID()}","sent_id":"nobody"}')).* from sluice.scores s limit 1`,
    'the score nobody is stored and was not accepted',
  ],
  ['whose database refuses an item', DEAD_LETTER, '1 dead letters'],
];

describe('the product, sent every kind of right and wrong request', () => {
  const dataDir = temporaryFolder('fuzz', afterAll);
  const closers = new Closers({ logger: createLogger({ level: 'silent', pretty: false }) });
  const { signal } = new AbortController();
  const printed: string[] = [];
  let fuzzed: FuzzedProduct;
  let sql: Client;
  let result: FuzzResult;
  /** Violations by the name of their damage. */
  const foundOut = new Map<string, string>();
  let unclear = 0;

  async function comparedAfter(damage: string, projects: readonly Expected[]): Promise<string> {
    await sql.query('begin');
    try {
      expect((await sql.query(damage)).rowCount).toBe(1);
      const found: string[] = [];
      for (const expected of projects) {
        const { violations } = await compareStored(sql, expected);
        found.push(...violations.map(({ what }) => what));
      }
      return found.join();
    } finally {
      await sql.query('rollback');
    }
  }

  beforeAll(async () => {
    const run = (env: NodeJS.ProcessEnv) =>
      forkSource(STANDALONE, [], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    fuzzed = await startFuzzedProduct({ closers, signal }, { dataDir, databaseUrl: testDatabaseUrl(), run });
    sql = new Client({ connectionString: testDatabaseUrl() });
    await sql.connect();
    closers.add('database connection', () => sql.end());
    const print = (line: string): void => void printed.push(line);
    // During the run: its requests may have stored items that are not known yet.
    const beforeCompare = async (projects: readonly Expected[]): Promise<void> => {
      for (const { ledger } of projects) unclear += ledger.unclear.size;
      for (const [name, damage] of DAMAGES) foundOut.set(name, await comparedAfter(damage, projects));
    };
    result = await fuzz({ seed: SEED, inputs: INPUTS, connections: 4, fuzzed, sql, signal, print, beforeCompare });
  });
  afterAll(() => closers.close(20_000));

  test('answers as documented, stores exactly what it accepts, and leaves the data of others alone', () => {
    // The line names the input: npm run fuzz -- --replay <seed>:<index> sends it again and looks for the simplest one that fails.
    expect(printed.filter((line) => line.startsWith('WRONG'))).toEqual([]);
    expect(result.violations).toEqual([]);
  });

  test('is sent inputs for every target, of which some are accepted and some refused', () => {
    for (const target of TARGETS) {
      const { inputs, statuses } = result.targets.get(target) ?? { inputs: 0, statuses: new Map<number, number>() };
      expect(inputs).toBe(INPUTS / TARGETS.length);
      const [stored, refused] = target === 'events' ? [207, 400] : [200, 400];
      expect(statuses.get(stored) ?? 0).toBeGreaterThan(inputs / 10);
      expect(statuses.get(refused) ?? 0).toBeGreaterThan(target === 'events' ? 0 : inputs / 10);
    }
  });

  test('is sent filters of many conditions, some of which select rows', () => {
    const sums = new Map(
      result.reads.rows.map(([group, , sent, answered]) => [group, [Number(sent), Number(answered)]]),
    );
    for (const rows of ['traces', 'observations']) {
      const [sent = 0, answered = 0] = sums.get(`filter of ${rows}: operators`) ?? [];
      expect(sent).toBeGreaterThan(20);
      expect(answered).toBeGreaterThan(5);
    }
  });

  test.each(DAMAGES)('is found out: a product %s', (name, _, found) => {
    expect(foundOut.get(name)).toContain(found);
  });

  test('of some requests it was not clear what they have stored, while the damage was done', () => {
    expect(unclear).toBeGreaterThan(0);
  });

  test('a product that touches the data of another sender is found out', async () => {
    const sentinel = await placeSentinel(createCall(fuzzed.port, CREDENTIALS));
    await expect(sentinel.check()).resolves.toBeUndefined();
    await sql.query(`update sluice.traces set tags = '{touched}' where id = $1`, [sentinel.trace]);
    await expect(sentinel.check()).resolves.toContain('touched');
  });
});
