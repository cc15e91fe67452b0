import { eventually } from '@sluice/testbed/machine';
import { Closers, createLogger } from '@sluice/runtime';
import { testUuid, traceRecord } from '@sluice/testbed/samples';
import { type InstalledServer, installedPostgres, startInstalledServer, startReplica } from '@sluice/testbed/servers';
import { migrate } from '@sluice/store/migrate';
import { createPostgresStore, writerPoolConfig } from '@sluice/store/write';
import { Pool } from 'pg';
import { composeQueryProcess } from './compose';
import { readQuerySettings } from './config';

const TOPIC = 'sluice.traces.v1';
const installed = installedPostgres();
// The embedded Postgres has no pg_basebackup.
const withReplica = installed === undefined ? describe.skip : describe;

withReplica('a replica that lags', () => {
  let primary: InstalledServer;
  let replica: InstalledServer;
  let writes: Pool;
  let onReplica: Pool;
  const adminUrls: string[] = [];
  const closers = new Closers({ logger: createLogger({ level: 'silent', pretty: false }) });

  beforeAll(async () => {
    if (installed === undefined) throw new Error('no Postgres is installed');
    primary = await startInstalledServer(installed);
    await migrate(primary.url);
    replica = await startReplica(installed, primary);
    writes = new Pool(writerPoolConfig({ databaseUrl: primary.url, maxConnections: 1 }));
    onReplica = new Pool({ connectionString: replica.url, max: 1 });
  });
  afterAll(async () => {
    await closers.close(5_000);
    await Promise.all([writes.end(), onReplica.end()]);
    await replica.stop();
    await primary.stop();
  });

  /**
   * Starts a query service that reads from the replica.
   * @returns a function that reads a trace, optionally with the receipt of its write
   */
  async function reader(receiptWaitMs: number) {
    const env = { HOST: '127.0.0.1', ADMIN_HOST: '127.0.0.1', PORT: '0', ADMIN_PORT: '0', API_BEARER_TOKEN: 't' };
    const waits = { READ_WAIT_MS: '0', RECEIPT_WAIT_MS: String(receiptWaitMs) };
    const config = readQuerySettings({ ...env, ...waits, DATABASE_URL: primary.url, DATABASE_READ_URL: replica.url });
    const logger = createLogger({ level: 'silent', pretty: false });
    const fail = (error: unknown) => {
      throw error;
    };
    const { url, adminUrl } = await composeQueryProcess({ config, logger, closers, fail });
    adminUrls.push(adminUrl);
    return async (n: number, receipt?: string): Promise<{ status: number; body: unknown }> => {
      const response = await fetch(`${url}/api/public/traces/${testUuid(n)}?fields=core`, {
        headers: { Authorization: 'Bearer t', ...(receipt !== undefined && { 'Sluice-Receipt': receipt }) },
      });
      return { status: response.status, body: await response.json() };
    };
  }

  /**
   * Stores the next record of a partition at the primary, as a writer does.
   * @returns its receipt
   */
  async function write(n: number): Promise<string> {
    const prices = { version: 'none', price: () => undefined };
    const store = createPostgresStore({ pool: writes, prices, now: () => Date.now() * 1000 });
    const from = await store.position(TOPIC, 3);
    const deliveries = [{ offset: from.nextOffset, record: traceRecord(n) }];
    await store.store({ topic: TOPIC, partition: 3, next: from.nextOffset + 1, deliveries, undecodable: [] }, from);
    return `${TOPIC}/3@${from.nextOffset}`;
  }

  test('answers a read with a receipt when it has caught up, and says how far it is behind where that takes too long', async () => {
    const [patient, impatient] = [await reader(30_000), await reader(300)];
    const first = await write(1);
    await expect(patient(1, first)).resolves.toMatchObject({ status: 200, body: { name: 'trace 1' } });

    await onReplica.query('select pg_wal_replay_pause()');
    await eventually(async () => {
      const { rows } = await onReplica.query<{ state: string }>('select pg_get_wal_replay_pause_state() as state');
      return rows[0]?.state === 'paused';
    });
    const second = await write(2);
    let isAnswered = false;
    const waiting = patient(2, second).finally(() => (isAnswered = true));
    await expect(impatient(2)).resolves.toMatchObject({ status: 404 });
    await expect(impatient(2, second)).resolves.toMatchObject({
      status: 503,
      body: { message: 'the writers are behind this receipt: ask again' },
    });
    await expect(impatient(1, first)).resolves.toMatchObject({ status: 200 });
    expect(isAnswered).toBe(false);

    await onReplica.query('select pg_wal_replay_resume()');
    await expect(waiting).resolves.toMatchObject({ status: 200, body: { name: 'trace 2' } });
    await expect(impatient(2, second)).resolves.toMatchObject({ status: 200 });
  });

  test('exports when the last transaction was committed that it has', async () => {
    await write(3);
    const before = Date.now() / 1000;
    const { rows } = await writes.query<{ at: number }>(
      'select extract(epoch from clock_timestamp())::float8 - 1 as at',
    );
    await eventually(async () => {
      const metrics = await (await fetch(`${adminUrls[0]}/metrics`)).text();
      const [, replayed = '0'] = /^sluice_query_replayed_timestamp_seconds (.*)$/m.exec(metrics) ?? [];
      return Number(replayed) > (rows[0]?.at ?? before) - 30 && Number(replayed) < before + 30;
    });
  });
});
