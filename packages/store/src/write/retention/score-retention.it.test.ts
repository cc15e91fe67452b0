import { type ScoreRecord, receiveStamp } from '@sluice/record';
import { testUuid as uuid } from '@sluice/testbed/samples';
import { DAY, NOW, useDatabase } from './retention.testing';

const database = useDatabase();

const scoreReceived = (id: string, receivedAt: number, project?: string): ScoreRecord => ({
  kind: 'score',
  recordId: uuid(1),
  receivedAt,
  ...(project !== undefined && { project }),
  scores: [
    {
      ...{ id, stamp: receiveStamp(receivedAt, uuid(1)), name: 'quality', timestamp: receivedAt },
      ...{ dataType: 'NUMERIC', value: 1, source: 'API' },
    },
  ],
});

const stored = () =>
  database.column(
    'select p.name || s.sent_id from sluice.scores s join sluice.projects p on p.id = s.project order by 1',
  );

const AGES = [1, 4, 6, 20];
const sendTo = async (project?: string) =>
  database.send(AGES.map((age) => scoreReceived(`/${age}`, NOW - age * DAY, project)));

test('scores expire by the day of their last receipt', async () => {
  await sendTo();
  await database.send([scoreReceived('/20', NOW)]);
  expect(await database.run(5)).toMatchObject({ scores: 1 });
  expect(await stored()).toEqual(['/1', '/20', '/4']);
  expect(await database.run(undefined)).toMatchObject({ scores: 0 });
  expect(await database.run(5)).toMatchObject({ scores: 0 });
});

test('scores of a project that keeps less expire alone', async () => {
  await sendTo();
  await sendTo('acme');
  expect(await database.run(undefined, { daysOf: { acme: 5 } })).toMatchObject({ scores: 2 });
  expect(await stored()).toEqual(['/1', '/20', '/4', '/6', 'acme/1', 'acme/4']);
});

test('where nothing but scores is stored, an old one is kept until a newer one is there', async () => {
  await database.clear();
  await database.send([scoreReceived('/20', NOW - 20 * DAY)]);
  expect(await database.run(5)).toMatchObject({ scores: 0, heldBack: true });
  await database.send([scoreReceived('/0', NOW)]);
  expect(await database.run(5)).toMatchObject({ scores: 1, heldBack: false });
  expect(await stored()).toEqual(['/0']);
});
