import type { ListedTrace } from '../api/types';
import { SESSIONS } from '../url/sessions-address';
import { sessionsOf, turnsFound } from './session-search';
import { NO_PARAMETERS } from '../url/query';

const DEFAULT_SESSIONS = SESSIONS.read(NO_PARAMETERS);

const turn = (id: string, sessionId: string | null) => ({ id, sessionId }) as ListedTrace;

test('found traces are grouped by session, in the order of the newest of each', () => {
  const found = sessionsOf([turn('4', 'b'), turn('3', 'a'), turn('2', null), turn('1', 'b')]);
  expect(found.map(({ id, turns }) => [id, ...turns.map((each) => each.id)])).toEqual([
    ['b', '4', '1'],
    ['a', '3'],
  ]);
});

test('a search is in the traces of sessions that the filters leave', () => {
  expect(turnsFound({ ...DEFAULT_SESSIONS, range: '7d', search: 'late', userId: 'ada' })).toMatchObject({
    ...{ page: 'traces', range: '7d', search: 'late', searchIn: [] },
    filters: [
      { name: 'sessionId', operator: 'present', value: '' },
      { name: 'userId', value: 'ada' },
    ],
  });
});
