import { listTornDays } from '@sluice/store/operate';
import { plural } from '@sluice/runtime';
import { inquireIfNamed } from './inquiry';
import { type Finding, findingsAbout } from './finding';

/** Torn days that have a finding of their own. */
const MAX_NAMED = 3;

/** Judges whether the tables of each day are attached together. */
export async function judgeDays(
  databaseUrl: string | undefined,
  setting = 'DATABASE_URL',
): Promise<readonly Finding[]> {
  const about = findingsAbout('days');
  const { found: torn, findings } = await inquireIfNamed('days', databaseUrl, listTornDays, setting);
  if (torn === undefined) return findings;
  const named = torn.slice(0, MAX_NAMED).map(({ day, found, change }) => about.wrong(`${day}: ${found}`, change));
  const others = torn.slice(MAX_NAMED);
  if (others.length > 0) {
    named.push(
      about.wrong(`${plural(others.length, 'other day')} from ${others[0]?.day} on`, 'mend these in the same way'),
    );
  }
  return named.length > 0 ? named : [about.ok('the tables of each day are attached together')];
}
