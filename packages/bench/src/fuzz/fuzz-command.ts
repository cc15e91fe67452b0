import { plural } from '@sluice/runtime';
import { Client } from 'pg';
import type { Command, CommandContext } from '../command/command';
import { UsageError, readOptions } from '../command/options';
import { temporaryFolder } from '../command/temporary-folder';
import { findEmbeddedDatabase } from '../product/embedded-database';
import { CREDENTIALS, startProduct } from '../product/product';
import { PROJECTS, PROJECT_SETTINGS } from '../product/projects';
import { formatCount, formatMegabytes, formatMilliseconds, formatTable } from '../report/table';
import { type FuzzResult, fuzz } from './fuzz-run';
import { TARGETS, type Target } from './input/fuzz-input';
import { UNSPEAKABLE } from './input/edge-values';
import { replay } from './replay';

const UNSPEAKABLES = [UNSPEAKABLE, ...PROJECTS.flatMap(({ bearerToken, secretKey }) => [bearerToken, secretKey])];

/** Sends the product valid, odd and invalid requests of every kind, and checks everything that the product does. */
export const fuzzCommand: Command = {
  name: 'fuzz',
  usage: `[--seed <number>] [--inputs 100000] [--target ${TARGETS.join('|')}] [--connections 4] | --replay <seed>:<index>[:<project>]`,
  run: async (args, context) => {
    const options = readOptions(args, { values: ['seed', 'inputs', 'target', 'connections', 'replay'], flags: [] });
    const replayed = replayOf(options.text('replay'));
    const seed = replayed?.seed ?? options.integer('seed', { default: Date.now() % 1_000_000, min: 0, max: 2 ** 31 });
    const inputs = options.integer('inputs', { default: 100_000, min: 1, max: 10_000_000 });
    const connections = options.integer('connections', { default: 4, min: 1, max: 64 });
    const target = targetNamed(options.text('target'));

    const dataDir = await temporaryFolder(context);
    const product = await startProduct({ dataDir, settings: PROJECT_SETTINGS, unspeakable: UNSPEAKABLES }, context);
    if (replayed !== undefined) {
      const { index, place } = replayed;
      const fuzzContext = { seed, place, ...(PROJECTS[place] ?? CREDENTIALS) };
      return replay({ context: fuzzContext, index, product, print: context.print });
    }
    const sql = await connect(dataDir, context);
    const what = target ?? 'all targets';
    context.print(`sending ${formatCount(inputs)} inputs of --seed ${seed} for ${what} on ${connections} connections`);
    const { signal, print } = context;
    const result = await fuzz({ seed, projects: PROJECTS, target, inputs, connections, product, sql, signal, print });
    context.print(toTable(result));
    context.print(verdict(result));
    return result.violations.length === 0 ? 0 : 1;
  },
};

/** Parses which input is sent again; `place` is the number of its project. */
function replayOf(
  text: string | undefined,
): { readonly seed: number; readonly index: number; readonly place: number } | undefined {
  if (text === undefined) return undefined;
  const [, seed, index, place = '0'] = /^(\d{1,10}):(\d{1,10})(?::([0-2]))?$/.exec(text) ?? [];
  if (seed === undefined) {
    throw new UsageError(`--replay: expected <seed>:<index>, or <seed>:<index>:<project>, got ${JSON.stringify(text)}`);
  }
  return { seed: Number(seed), index: Number(index), place: Number(place) };
}

function targetNamed(text: string | undefined): Target | undefined {
  const target = TARGETS.find((known) => known === text);
  if (text !== undefined && target === undefined)
    throw new UsageError(`--target: expected one of ${TARGETS.join(', ')}`);
  return target;
}

async function connect(dataDir: string, { closers }: CommandContext): Promise<Client> {
  const sql = new Client({ connectionString: (await findEmbeddedDatabase(dataDir)).url });
  await sql.connect();
  closers.add('database connection', () => sql.end());
  return sql;
}

function toTable({ targets }: FuzzResult): string {
  const rows = [...targets].filter(([, { inputs }]) => inputs > 0);
  const statuses = [...new Set(rows.flatMap(([, result]) => [...result.statuses.keys()]))].sort((a, b) => a - b);
  return formatTable([
    ['target', 'inputs', ...statuses.map((status) => (status === 0 ? 'none' : String(status))), 'slowest'],
    ...rows.map(([target, result]) => [
      target,
      formatCount(result.inputs),
      ...statuses.map((status) => formatCount(result.statuses.get(status) ?? 0)),
      formatMilliseconds(result.slowestMs),
    ]),
  ]);
}

function verdict({ violations, peakBytes, stallMs, seconds }: FuzzResult): string {
  const took = `${Math.round(seconds)} s, at most ${formatMegabytes(peakBytes)} resident, longest stall ${formatMilliseconds(stallMs)}`;
  return violations.length === 0
    ? `RIGHT: ${took}; every answer is one that is documented, and exactly what was accepted is stored`
    : `WRONG: ${plural(violations.length, 'violation')}; ${took}`;
}
