import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { READS, WRITES, describeOpenApiContract } from '@sluice/contracts';
import { comesTrue, temporaryFolder } from '@sluice/testbed/machine';
import { openApiDocument } from '@sluice/api';
import { testDatabaseUrl } from '@sluice/testbed/servers';
import { Pool } from 'pg';
import { untilAnswer } from './limits.testing';
import { type Product, startProduct } from './product.testing';

/*
 * Real answers to every operation of the OpenAPI document, with every status that a request can cause. `product.send` compares them with
 * the document; this file makes each answer.
 */

/** Public endpoints that query the database. */
const PROBES = ['/api/public/ready', '/api/public/health?failIfDatabaseUnavailable=true'];

/** Statuses that only a bug or a quota causes: packages/api compares these with the catalogue of errors. */
const NOT_PROVOKED = ['429', '500'];

const folder = temporaryFolder('openapi', afterAll);
let product: Product;
/** Answers of other products. */
const elsewhere = new Set<string>();

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

describeOpenApiContract(() => product);

describe('while the database does not answer', () => {
  const LOGS = ['/api/public/otel/v1/logs', '/v1/logs'];

  test('reads and writes are answered 503', async () => {
    const hasty = await startProduct({ READ_TIMEOUT_MS: '300', MAX_INFLIGHT_BYTES: '2MiB' });
    const database = new Pool({ connectionString: testDatabaseUrl(), max: 1 });
    const lock = await database.connect();
    try {
      const { rows } = await lock.query<{ tables: string }>(
        `select string_agg(oid::regclass::text, ', ') as tables from pg_class
         where relnamespace = 'sluice'::regnamespace and relkind in ('r', 'p') and not relispartition`,
      );
      // The services lock the tables in another order: a deadlock may end this transaction, not theirs.
      await comesTrue(async () => {
        await lock.query(`rollback; begin; lock table ${rows[0]?.tables}`);
      });
      const stored = WRITES.filter(([path]) => !LOGS.includes(path));
      for (const path of PROBES) await untilAnswer(() => hasty.get(path), 503);
      const pending = Promise.all([
        ...READS.map((path) => hasty.get(path)),
        ...stored.map(([path, body]) => hasty.post(path, body)),
      ]);
      // Logs need no database: they are refused where waiting requests leave no room.
      const large = `{"resourceLogs":[]${' '.repeat(1_500_000)}}`;
      const headers = { 'Content-Type': 'application/json' };
      for (const path of LOGS) {
        await untilAnswer(() => hasty.call(path, { method: 'POST', body: large, headers }), 503);
      }
      const answers = await pending;
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
      for (const each of hasty.documented) elsewhere.add(each);
    } finally {
      await lock.query('rollback');
      lock.release();
      await database.end();
      await hasty.close();
    }
  });
});

describe('while too many connections are open', () => {
  test('what needs credentials is answered 503', async () => {
    const small = await startProduct({ MAX_CONNECTIONS: '1' });
    const first = connect(small.port, '127.0.0.1');
    try {
      await once(first, 'connect');
      // A connection with a request in work keeps its place: the server waits for the body.
      const head = ['POST /v1/l/batch HTTP/1.1', 'Host: x', `Authorization: ${small.authorization}`];
      first.write([...head, 'Expect: 100-continue', 'Content-Length: 9', '', ''].join('\r\n'));
      await once(first, 'data');
      for (const path of ['/api/public/projects', ...READS]) {
        expect([path, (await small.get(path)).status]).toEqual([path, 503]);
      }
      for (const each of small.documented) elsewhere.add(each);
    } finally {
      first.destroy();
      await small.close();
    }
  });
});

describe('credentials that may only write', () => {
  test('are answered 403 where something is read', async () => {
    const file = join(folder, 'keys.yaml');
    await writeFile(file, 'keys:\n  - { name: exporter, token: only-for-writes-1, scopes: [ingest] }');
    const other = await startProduct({ API_KEYS_FILE: file });
    try {
      for (const path of READS) {
        const { status } = await other.send(path, { headers: { Authorization: 'Bearer only-for-writes-1' } });
        expect([path, status]).toEqual([path, 403]);
      }
      for (const each of other.documented) elsewhere.add(each);
    } finally {
      await other.close();
    }
  });
});

describe('the document', () => {
  const operations = Object.values(openApiDocument.paths).flatMap(({ get: read, post: write }) =>
    [read, write].flatMap((operation) => operation ?? []),
  );

  test('has no operation and no status that was not seen here', () => {
    const documented = operations.flatMap(({ operationId, responses }) =>
      Object.keys(responses)
        .filter((status) => !NOT_PROVOKED.includes(status))
        .map((status) => `${operationId} ${status}`),
    );
    expect(documented.filter((each) => !product.documented.has(each) && !elsewhere.has(each))).toEqual([]);
  });

  test('was compared with HEAD of every read', () => {
    const reads = Object.values(openApiDocument.paths).flatMap(({ get: read }) => (read === undefined ? [] : [read]));
    const heads = reads.map(({ operationId }) => `HEAD ${operationId} 200`);
    expect(heads.filter((each) => !product.documented.has(each))).toEqual([]);
  });
});
