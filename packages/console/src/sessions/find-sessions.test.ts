import { SESSIONS } from '../url/sessions-address';
import { sessionsCall } from './find-sessions';
import { NO_PARAMETERS } from '../url/query';

const DEFAULT_SESSIONS = SESSIONS.read(NO_PARAMETERS);

test.each([
  ['2026-11-20T10:00:00.000Z/2026-11-20T10:59:59.999Z', '2026-11-20T11:00:00.000Z'],
  ['2026-11-20T10:00:00.000Z/soon', 'soon'],
  ['2026-11-20T10:00:00.000Z', undefined],
  ['24h', undefined],
])('the end of the range %s is in the list', (range, to) => {
  expect(sessionsCall({ ...DEFAULT_SESSIONS, range })).toMatchObject({ toTimestamp: to });
});
