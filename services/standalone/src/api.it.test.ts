import { describeApiContract } from '@sluice/contracts';
import { eventually } from '@sluice/testbed/machine';
import { testUuid as uuid } from '@sluice/testbed/samples';
import { testDatabaseUrl } from '@sluice/testbed/servers';
import { Pool } from 'pg';
import { type Product, startProduct } from './product.testing';

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

describeApiContract(() => product);

describe('the group commit', () => {
  let database: Pool;

  beforeAll(async () => {
    database = new Pool({ connectionString: testDatabaseUrl(), max: 2 });
    await database.query(`
      create function refuse() returns trigger language plpgsql as $$ begin
        if new.name = 'poison' then raise exception 'refused by a test'; end if; return new; end $$;
      create trigger refuse before insert on sluice.observations for each row execute function refuse();`);
  });
  afterAll(async () => {
    await database.query('drop trigger refuse on sluice.observations');
    await database.end();
  });

  test('50 requests of which Postgres refuses one: 50 answers of 200, 49 stored, one dead letter', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        product.post('/v1/l/batch', {
          trace: { id: uuid(0x5000 + n), userId: 'group' },
          observations: [{ id: uuid(1), name: n === 25 ? 'poison' : 'good' }],
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    const { rows } = await database.query(
      `select (select count(*)::int from sluice.observations o join sluice.traces t on t.id = o.trace_id where user_id = 'group') as stored,
              (select count(*)::int from sluice.ingest_dead_letter) as dead`,
    );
    expect(rows).toEqual([{ stored: 49, dead: 1 }]);
  });
});

describe('the admin listener', () => {
  test('is ready, alive, and exposes the ledger', async () => {
    // A check has 900 ms, which a busy machine can exceed once; probes repeat.
    await eventually(async () => (await fetch(`${product.adminUrl}/readyz`)).status === 200);
    expect((await fetch(`${product.adminUrl}/livez`)).status).toBe(200);
    const text = await (await fetch(`${product.adminUrl}/metrics`)).text();
    expect(text).toMatch(/sluice_gateway_items_accepted_total\{source="native"\} [1-9]/);
    expect(text).toMatch(/sluice_writer_items_total\{topic="sluice.traces.v1",outcome="dead"\} 1/);
  });
});
