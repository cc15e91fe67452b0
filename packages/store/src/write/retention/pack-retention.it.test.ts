import { testUuid as uuid } from '@sluice/testbed/samples';
import { DAY, NOW, partOf, traceWithPacks, useDatabase } from './retention.testing';

const database = useDatabase();
const SIX_DAYS = partOf(NOW - 6 * DAY);

/** Receipt hours of the stored packs, the oldest first. */
const partsOfPacks = () => database.column('select distinct part from sluice.text_packs order by part');

/** Makes more packs, and more observations, of a trace than one statement of retention may delete. */
const addPacks = (id: unknown) =>
  database.owner.query(
    `insert into sluice.text_packs (part, trace_id, no, pieces, body)
     select part, id, 1000 + n, '', '' from sluice.traces, generate_series(1, 20001) n where id = $1`,
    [id],
  );
const addObservations = (id: unknown) =>
  database.owner.query(
    `insert into sluice.observations (part, trace_id, id, counted, created_at, updated_at, stamp)
     select part, id, gen_random_uuid(), true, created_at, updated_at, '' from sluice.traces, generate_series(1, 20001) n where id = $1`,
    [id],
  );

beforeAll(async () => {
  await database.owner.query(`
    create function refuse_many() returns trigger language plpgsql as $$ begin
      if (select count(*) from removed) > 10000 then raise exception 'one statement deleted more than 10000 %', tg_table_name; end if;
      return null;
    end $$;
    create trigger refuse_many after delete on sluice.text_packs referencing old table as removed
      for each statement when (current_user = 'sluice_owner') execute function refuse_many();
    create trigger refuse_many after delete on sluice.observations referencing old table as removed
      for each statement when (current_user = 'sluice_owner') execute function refuse_many()`);
});

test('packs of a trace stay as long as the trace, and are dropped with their partition', async () => {
  const { send, run, expectAgreement } = database;
  await send([traceWithPacks(1, NOW - 6 * DAY), traceWithPacks(2, NOW - DAY)]);
  expect(await partsOfPacks()).toEqual([SIX_DAYS, partOf(NOW - DAY)]);
  while (!(await run(5)).complete);
  expect(await partsOfPacks()).toEqual([partOf(NOW - DAY)]);
  await expectAgreement(partOf(NOW - 5 * DAY));
});

test('packs of a project with a shorter retention are deleted with its traces, in bounded statements', async () => {
  const { send, run, column, expectAgreement } = database;
  await send([{ ...traceWithPacks(1, NOW - 6 * DAY), project: 'acme' }, traceWithPacks(1, NOW - 6 * DAY)]);
  const [key] = await column('select id from sluice.traces where project <> 0');
  await addPacks(key);
  await run(undefined, { daysOf: { acme: 5 } });
  expect(await run(undefined, { daysOf: { acme: 5 } })).toMatchObject({ traces: 1, complete: true });
  expect(await column('select distinct trace_id from sluice.text_packs')).toEqual([uuid(1)]);
  await expectAgreement(0);
});

test('packs of a hidden trace are deleted, and those of the new trace with its id stay', async () => {
  const { send, run, column, expectAgreement } = database;
  const daysOf = { acme: 5 };
  await send([{ ...traceWithPacks(1, NOW - 6 * DAY), project: 'acme' }]);
  const [key] = await column('select id from sluice.traces where project <> 0');
  await addPacks(key);
  await addObservations(key);
  await run(undefined, { daysOf });
  await send([{ ...traceWithPacks(1, NOW), recordId: uuid(0x100009), project: 'acme' }]);
  expect(await partsOfPacks()).toEqual([SIX_DAYS, partOf(NOW)]);
  expect(await run(undefined, { daysOf })).toMatchObject({ complete: true });
  expect(await partsOfPacks()).toEqual([partOf(NOW)]);
  const view = `select length(input) from sluice.observation_view where project = 'acme'`;
  expect(await column(view)).toEqual([12_001]);
  await expectAgreement(0, 'acme');
});
