import type { LockHolder } from '@sluice/store/operate';
import { plural } from '@sluice/runtime';
import { type Finding, findingsAbout } from './finding';

/** Seconds below which a wait is normal: batches of several writers update the same rows of daily sums. */
const LONG_SECONDS = 1;
/** Prefix of the names of Sluice's sessions; time-outs limit their waits. */
const OWN = 'sluice-';

/** Judges sessions that block others: name, duration and remedy. */
export function judgeLocks(holders: readonly LockHolder[]): Finding[] {
  const about = findingsAbout('locks');
  const long = holders.filter(({ longestSeconds }) => longestSeconds >= LONG_SECONDS);
  if (long.length === 0) return [about.ok('no session waits long for another')];
  return long.map((holder) => {
    const { pid, application, places, waiting, longestSeconds, transactionSeconds, state } = holder;
    const since =
      transactionSeconds === null ? '' : `, in a transaction of ${seconds(transactionSeconds)}${idle(state)}`;
    const found = `${plural(waiting, 'session')} wait${waiting === 1 ? 's' : ''} for ${places.join(', ')}, the longest for ${seconds(longestSeconds)}: held by ${nameOf(holder)}${since}`;
    if (application?.startsWith(OWN) === true) {
      return about.warn(found, 'look again: sessions of Sluice end by themselves within 30 s');
    }
    if (pid === 0) return about.wrong(found, 'commit it or roll it back: select * from pg_prepared_xacts');
    return about.wrong(found, `let it end, or end it: select pg_terminate_backend(${pid})`);
  });
}

const seconds = (value: number): string => `${Math.round(value)} s`;

const idle = (state: string | null): string => (state === 'idle in transaction' ? ' that does nothing' : '');

function nameOf({ pid, user, application }: LockHolder): string {
  if (pid === 0) return 'a prepared transaction';
  const words = [user === null ? '' : `user ${user}`, application === null || application === '' ? '' : application];
  const named = words.filter((word) => word !== '').join(', ');
  return `session ${pid}${named === '' ? '' : ` (${named})`}`;
}
