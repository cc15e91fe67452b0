import { type HttpClient, createHttpClient } from '../../load/http-client';
import { AUTHORIZED } from '../../product/product';
import type { ServiceName } from '../../cluster/cluster';
import type { Fleet, Member } from '../fleet';
import type { Fault } from './fault';

/** Time limit of a read under load. */
const READ_TIMEOUT_MS = 30_000;
/** Reads that use the trace index in a new release, and rows in an older one. */
const READS = [
  'traces?orderBy=latency.desc&limit=50',
  'traces?tags=finished&orderBy=name.asc&page=2&limit=50',
  'metrics/daily',
  'metrics/daily?tags=finished',
  'metrics/names',
  'projects',
];
/** Duration of load in each state; before the first migration longer, so that there are rows to migrate. */
const LOAD_MS = 4_000;
const FIRST_LOAD_MS = 15_000;
/** Order of the page for operators: services that read the records of the new release before services that write them. */
const ORDER = ['query', 'writer', 'gateway'] as const satisfies readonly ServiceName[];

/**
 * Replaces the programs of an older release by those of this one, as a deployment does, rolls all of them back, and replaces them again.
 * The first time it migrates the schema before, and replaces one process of each service before the others. In each state everything
 * sent has to be stored, and every query service, older or new, has to answer.
 */
export const upgrade: Fault = async ({ fleet, database, programs, positions, recoveryMs, note, wrong }, _, hold) => {
  const state = async (name: string): Promise<void> => {
    note(`  ${name}`);
    await hold(LOAD_MS);
    for (const { name: member, process } of fleet.running('query')) {
      const refused = await readAll(process.url);
      if (refused !== undefined) wrong(`${name}: ${member} answers ${refused}`);
    }
    if ((await positions.untilCaughtUp(performance.now(), recoveryMs)) === undefined) {
      wrong(`${name}: not everything was stored within ${recoveryMs / 1000} s`);
    }
  };
  const roll = async (name: string, release: 'older' | 'new', select: Select = (members) => members): Promise<void> => {
    programs.use(release);
    await replace(fleet, select);
    await state(name);
  };
  if (programs.current === 'older') {
    await hold(FIRST_LOAD_MS);
    await database.migrate();
    await state('migrated, all processes older');
    await roll('one new process of each service', 'new', (members) => members.slice(0, 1));
    await roll('the others new', 'new', (members) => members.slice(1));
  }
  await roll('rolled back, the schema stays', 'older');
  await roll('upgraded again', 'new');
};

/** Selects members of a service. */
type Select = (members: readonly Member[]) => readonly Member[];

/** Replaces processes one after the other. */
async function replace(fleet: Fleet, select: Select): Promise<void> {
  for (const service of ORDER) {
    for (const member of select(fleet.all(service))) {
      await member.stop();
      await member.start();
    }
  }
}

/** Sends reads of each kind. @returns the first answer other than 200 */
async function readAll(baseUrl: string): Promise<string | undefined> {
  const http = createHttpClient({ baseUrl, headers: AUTHORIZED, timeoutMs: READ_TIMEOUT_MS });
  try {
    const list = await readOne(http, 'traces?limit=1');
    const [trace] = (JSON.parse(list) as { data: readonly { id: string }[] }).data;
    for (const path of [`traces/${trace?.id ?? ''}`, ...READS]) await readOne(http, path);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    http.close();
  }
}

async function readOne(http: HttpClient, path: string): Promise<string> {
  const { status, body } = await http.get(`/api/public/${path}`);
  if (status !== 200) throw new Error(`${status} to ${path}: ${body.toString()}`);
  return body.toString();
}
