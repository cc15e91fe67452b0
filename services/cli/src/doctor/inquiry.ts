import { messageOf } from '@sluice/runtime';
import { type Finding, findingsAbout } from './finding';

/** Result of an inquiry to a server or a disk, or findings with the reason of its failure. */
export interface Inquiry<T> {
  readonly found: T | undefined;
  readonly findings: readonly Finding[];
}

/**
 * Inquires a server or a disk. Never rejects.
 * @param setting setting with the address of the server or disk
 */
export async function inquire<T, U>(
  about: string,
  where: T | undefined,
  ask: (where: T) => Promise<U>,
  setting: string,
): Promise<Inquiry<U>> {
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

/** Does the same as `inquire`; an absent setting is not a finding, because another replaces it. */
export function inquireIfNamed<T, U>(
  ...[about, where, ask, setting]: Parameters<typeof inquire<T, U>>
): Promise<Inquiry<U>> {
  return where === undefined
    ? Promise.resolve({ found: undefined, findings: [] })
    : inquire(about, where, ask, setting);
}

const SEE_LOCKS = 'see the lines on locks, then the load of the server';

/** SQLSTATE of a statement or a lock that exceeded its time-out. */
const LATE_STATES: ReadonlySet<unknown> = new Set(['57014', '55P03']);

/** Whether a connection succeeded but the response was late: the setting is correct then. */
function isLate(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return LATE_STATES.has((error as { readonly code?: unknown }).code) || error.message === 'Query read timeout';
}
