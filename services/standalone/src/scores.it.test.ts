import { testUuid as uuid } from '@sluice/testbed/samples';
import { testDatabaseUrl } from '@sluice/testbed/servers';
import { Pool } from 'pg';
import { type Product, startProduct } from './product.testing';

let product: Product;
let database: Pool;

beforeAll(async () => {
  product = await startProduct();
  database = new Pool({ connectionString: testDatabaseUrl(), max: 1 });
});
afterAll(async () => {
  await product.close();
  await database.end();
});

const PATH = '/api/public/scores';
const TRACE = uuid(1);

/** Reads columns of the scores with these ids, in order of id. */
async function rows(columns: string, ...ids: readonly string[]): Promise<unknown[]> {
  const { rows: read } = await database.query<Record<string, unknown>>(
    `select ${columns} from sluice.scores where sent_id = any($1::text[]) order by sent_id`,
    [ids],
  );
  return read;
}

const event = (id: string, at: string, body: object) => ({
  ...{ id, type: 'score-create', timestamp: `2026-11-20T10:00:${at}Z`, body },
});

test('a score is stored when it is acknowledged, before its trace, and a later one with its id changes it', async () => {
  const score = { id: '00112233445566ff', traceId: TRACE, observationId: '0123456789abcdef', name: 'helpful' };
  const first = { ...score, value: true, comment: 'why', timestamp: '2026-11-20T10:00:00Z', metadata: { n: 1.0 } };
  expect(await product.post(PATH, first)).toEqual({ status: 200, body: { id: score.id } });
  const columns = `name, data_type, value, string_value, trace_id, sent_trace_id, observation_id, comment, source,
    metadata, environment, session_id, extract(epoch from "timestamp")::integer as seconds`;
  const row = {
    ...{ name: 'helpful', data_type: 'BOOLEAN', value: 1, string_value: 'True', trace_id: TRACE, sent_trace_id: null },
    ...{ observation_id: '00000000-0000-0000-0123-456789abcdef', comment: 'why', source: 'API', metadata: '{"n":1}' },
    ...{ environment: 'default', session_id: null, seconds: 1_795_168_800 },
  };
  expect(await rows(columns, score.id)).toEqual([row]);
  const second = { ...score, name: 'useful', value: 'no', comment: null, environment: 'staging' };
  expect((await product.post(PATH, second)).status).toBe(200);
  const changed = { name: 'useful', data_type: 'CATEGORICAL', value: 0, string_value: 'no', comment: null };
  expect(await rows(columns, score.id)).toEqual([{ ...row, ...changed, environment: 'staging' }]);
});

test('a list as Python 5 sends it is stored, and its wrong scores are named', async () => {
  const score = (id: string, others: object = {}) => ({
    ...{ id, traceId: TRACE.replaceAll('-', ''), name: 'listed', value: 0.25, dataType: 'NUMERIC', environment: 'e' },
    ...{ timestamp: '2026-11-20T10:00:00.000000Z', ...others },
  });
  expect(await product.post(PATH, [score('l1'), score('l2', { sessionId: 's', traceId: null })])).toEqual({
    status: 202,
    body: { message: 'Accepted' },
  });
  expect(await product.post(PATH, [score('l3'), score('l4', { value: 'x' })])).toEqual({
    status: 207,
    body: {
      ...{ accepted: 1, rejected: 1 },
      errors: [{ message: '[1].value must be a finite number for the dataType NUMERIC' }],
    },
  });
  expect(await rows('sent_id, value, trace_id, session_id', 'l1', 'l2', 'l3', 'l4')).toEqual([
    { sent_id: 'l1', value: 0.25, trace_id: TRACE, session_id: null },
    { sent_id: 'l2', value: 0.25, trace_id: null, session_id: 's' },
    { sent_id: 'l3', value: 0.25, trace_id: TRACE, session_id: null },
  ]);
});

test('events make the same score, in the order of their times, and change nothing when they are sent again', async () => {
  const score = { id: 'by events', traceId: 'a chat/1', name: 'n', value: 1 };
  const late = event('e2', '05', { ...score, value: 2, comment: 'late' });
  const early = event('e1', '01', { ...score, sessionId: 's' });
  const unnamed = event('e3', '02', { traceId: 'a chat/1', name: 'n', value: 'a text' });
  const { status, body } = await product.post('/api/public/ingestion', { batch: [late, early, unnamed] });
  expect([status, body]).toMatchObject([207, { errors: [] }]);
  const read = () => rows('*, xmin', 'by events', 'e3');
  const stored = await read();
  const seconds = (time: string) => new Date(`2026-11-20T10:00:${time}Z`);
  expect(stored).toMatchObject([
    { value: 2, comment: 'late', session_id: 's', sent_trace_id: 'a chat/1', timestamp: seconds('01') },
    { sent_id: 'e3', string_value: 'a text', timestamp: seconds('02') },
  ]);
  for (const batch of [[early], [unnamed, late], [late, early, unnamed]]) {
    expect((await product.post('/api/public/ingestion', { batch })).status).toBe(207);
  }
  // Place in the batch is a part of the order: only the same batch leaves the stamps as they are.
  expect((await read()).slice(1)).toMatchObject([{ string_value: 'a text', timestamp: seconds('02') }]);
  expect(await rows('value, comment, session_id', 'by events')).toEqual([
    { value: 2, comment: 'late', session_id: 's' },
  ]);
});

test('wrong credentials are 401, and a wrong score is 400 with the member', async () => {
  const refused = await product.post(PATH, { traceId: TRACE, name: 'n', value: 1, configId: 'c' });
  const message = 'configId must be the id of a score config: no score config has this id';
  expect(refused).toMatchObject({ status: 400, body: { message } });
  expect((await product.post(PATH, {}, { Authorization: 'Bearer wrong' })).status).toBe(401);
});
