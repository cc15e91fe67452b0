import { messageOf } from '@sluice/runtime';
import { type Finding, findingsAbout } from './finding';

/** What was found, or a finding with the reason why nothing was. */
export interface Asked<T> {
  readonly found: T | undefined;
  readonly findings: readonly Finding[];
}

/** Asks something of the surroundings. Never rejects. @param setting leads to what is asked */
export async function asked<T, U>(
  about: string,
  where: T | undefined,
  ask: (where: T) => Promise<U>,
  setting: string,
): Promise<Asked<U>> {
  const { warn, wrong } = findingsAbout(about);
  if (where === undefined) {
    return { found: undefined, findings: [warn('not looked at', `set ${setting} as the services have it`)] };
  }
  try {
    return { found: await ask(where), findings: [] };
  } catch (error) {
    const finding = isLate(error)
      ? wrong('no answer in time: another session holds it back, or the server has too much to do', SEE_LOCKS)
      : wrong(`cannot be asked: ${messageOf(error)}`, `correct ${setting}, or what refuses there`);
    return { found: undefined, findings: [finding] };
  }
}

/** As `asked`; that it is not named is no finding, because another takes its place. */
export function askedIfNamed<T, U>(...[about, where, ask, setting]: Parameters<typeof asked<T, U>>): Promise<Asked<U>> {
  return where === undefined ? Promise.resolve({ found: undefined, findings: [] }) : asked(about, where, ask, setting);
}

const SEE_LOCKS = 'see the lines on locks, then the load of the server';

/** Of the server: a statement or a lock that took too long. */
const LATE_STATES: ReadonlySet<unknown> = new Set(['57014', '55P03']);

/** Whether a connection was there and its answer was not: nothing is wrong with the setting that leads there. */
function isLate(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return LATE_STATES.has((error as { readonly code?: unknown }).code) || error.message === 'Query read timeout';
}
