import { schemaState } from '@sluice/store/migrate';
import { runFaults } from '../fault-run';
import type { Fleet, Member } from '../fleet';
import type { Episode } from '../run';
import type { ServiceName } from '../../cluster/cluster';
import { runBuilt } from '../../cluster/run-built';
import { type HttpClient, createHttpClient } from '../../load/http-client';
import { AUTHORIZED, CREDENTIALS } from '../../product/product';
import type { Command } from '../../command/command';
import { UsageError, readOptions } from '../../command/options';
import { runProgram } from '../../command/run-program';
import { concludeFaults } from '../conclude-run';
import { buildRelease } from '../../product/build-release';

/** Time limit of a read under load. */
const READ_TIMEOUT_MS = 30_000;
/** Reads that use the trace index in a new release, and rows in an old one. */
const READS = [
  'traces?orderBy=latency.desc&limit=50',
  'traces?tags=finished&orderBy=name.asc&page=2&limit=50',
  'metrics/daily',
  'metrics/daily?tags=finished',
  'metrics/names',
  'projects',
];
/** Duration of load before and after each step; before the first step longer, so that there are rows to migrate. */
const QUIET_MS = 4_000;
const FIRST_QUIET_MS = 15_000;
/** Order of the page for operators: services that read the records of the new release before services that write them. */
const ORDER = ['query', 'writer', 'gateway'] as const satisfies readonly ServiceName[];
const PARTS = [...ORDER, 'cli'];

/** Replaces an older release by this one under load, goes back, and replaces it again: no item may be lost or counted twice. */
export const upgradeCommand: Command = {
  name: 'upgrade',
  usage: '--from <commit> [--seed <number>] [--brokers 1] [--recovery 60]',
  run: async (args, context) => {
    const options = readOptions(args, { values: ['from', 'seed', 'brokers', 'recovery'], flags: [] });
    const from = options.text('from');
    if (from === undefined) throw new UsageError('--from: expected the commit of the release to begin with');
    const seed = options.integer('seed', { default: Date.now() % 1_000_000, min: 0, max: 2 ** 31 });
    const old = await buildRelease({ revision: from, option: 'from', parts: PARTS }, context);
    context.print(
      `${old.commit.slice(0, 12)}, then this release, back, and again; what happens is that of --seed ${seed}`,
    );
    let isOld = true;
    const result = await runFaults(
      {
        seed,
        brokers: options.integer('brokers', { default: 1, min: 1, max: 5 }),
        gateways: 2,
        writers: 2,
        queries: 2,
        partitions: 6,
        pauseMs: 80,
        projects: [{ name: '', ...CREDENTIALS }],
        hasAgedData: false,
        recoverySeconds: options.integer('recovery', { default: 60, min: 1, max: 3_600 }),
        migrate: async (databaseUrl) => {
          const env = { PATH: '/usr/bin:/bin', DATABASE_URL: databaseUrl };
          await runProgram(process.execPath, [old.main('cli'), 'migrate'], { env });
          const { problem } = await schemaState(databaseUrl);
          if (problem !== undefined) throw new UsageError(`--from: ${old.commit} cannot be upgraded: ${problem}`);
        },
        run: (service, env, folder) => runBuilt(service, env, folder, isOld ? old.main(service) : undefined),
        episodes: steps((use) => (isOld = use === 'old')),
      },
      context,
    );
    return concludeFaults(result, `npm run upgrade -- --from ${old.commit} --seed ${seed}`, context);
  },
};

/** @param use selects the release that is started from then on */
function steps(use: (release: 'old' | 'new') => void): Episode[] {
  const step = (name: string, happen: Episode['happen'], quietMs = QUIET_MS): Episode => ({
    kinds: [name],
    quietMs,
    happen: async (testbed, hold) => {
      await happen(testbed, hold);
      await readEverywhere(testbed.fleet);
    },
  });
  const roll = (name: string, release: 'old' | 'new', which: (members: readonly Member[]) => readonly Member[]) =>
    step(name, async ({ fleet }) => {
      use(release);
      await replace(fleet, which);
    });
  const all = (members: readonly Member[]) => members;
  return [
    step('migrate, all processes old', ({ database }) => database.migrate(), FIRST_QUIET_MS),
    roll('one new process of each service', 'new', (members) => members.slice(0, 1)),
    roll('the others new', 'new', (members) => members.slice(1)),
    roll('roll back, the schema stays', 'old', all),
    roll('upgrade again', 'new', all),
  ];
}

/** Replaces processes one after the other, as a deployment does. */
async function replace(fleet: Fleet, which: (members: readonly Member[]) => readonly Member[]): Promise<void> {
  for (const service of ORDER) {
    for (const member of which(fleet.all(service))) {
      await member.stop();
      await member.start();
    }
  }
}

/** @throws Error where a query service, old or new, does not answer every read */
async function readEverywhere(fleet: Fleet): Promise<void> {
  for (const { name, process } of fleet.running('query')) {
    const http = createHttpClient({ baseUrl: process.url, headers: AUTHORIZED, timeoutMs: READ_TIMEOUT_MS });
    try {
      const list = await readOne(http, name, '/api/public/traces?limit=1');
      const [trace] = (JSON.parse(list) as { data: readonly { id: string }[] }).data;
      for (const path of [`traces/${trace?.id ?? ''}`, ...READS]) {
        await readOne(http, name, `/api/public/${path}`);
      }
    } finally {
      http.close();
    }
  }
}

async function readOne(http: HttpClient, service: string, path: string): Promise<string> {
  const { status, body } = await http.get(path);
  if (status !== 200) throw new Error(`${service} answers ${status} to ${path}: ${body.toString()}`);
  return body.toString();
}
