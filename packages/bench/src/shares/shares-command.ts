import type { Command, CommandContext } from '../command/command';
import { UsageError, readOptions } from '../command/options';
import { temporaryFolder } from '../command/temporary-folder';
import { createHttpClient } from '../load/http-client';
import { startProduct } from '../product/product';
import { formatMilliseconds, formatTable } from '../report/table';
import { SHARED_CASES, type SharedCase } from './loads';
import { type Met, measureShares } from './measure';

const MODEST = 'modest';
const GREEDY = 'greedy';
const TEN = Array.from({ length: 10 }, (_, n) => `project-${n}`);
const tokenOf = (project: string): string => `${project}-token-of-at-least-thirty-two-characters`;

const API_KEYS = JSON.stringify({
  projects: Object.fromEntries([MODEST, GREEDY, ...TEN].map((name) => [name, {}])),
  keys: [MODEST, GREEDY, ...TEN].map((project) => ({
    ...{ name: project, project, token: tokenOf(project), scopes: ['ingest', 'read'] },
  })),
});

/** Beside one greedy project nothing takes longer than so many times what it takes beside ten with the same load. */
const MOST_RATIO = 2;
/** Longest p99 of bodies above 1 MiB, in milliseconds; for other requests `NOISE_MS` is the noise of the machine. */
const LARGE_MS = 1_000;
const NOISE_MS = 100;
const TIMEOUT_MS = 120_000;

/** Measures what a modest project meets beside a greedy one, and beside ten that have the same load together. */
export const sharesCommand: Command = {
  name: 'shares',
  usage: '[--seconds 10] [--case <part of its name>]',
  run: async (args, context) => {
    const options = readOptions(args, { values: ['seconds', 'case'], flags: [] });
    const seconds = options.integer('seconds', { default: 10, min: 1, max: 600 });
    const part = options.text('case') ?? '';
    const cases = SHARED_CASES.filter(({ name }) => name.includes(part));
    if (cases.length === 0) {
      throw new UsageError(`--case: expected a part of ${SHARED_CASES.map(({ name }) => name).join(', ')}`);
    }
    const rows = [['shared by all projects', 'p99 beside ten', 'p99 beside one', 'ratio', 'not 200', '']];
    for (const shared of cases) rows.push(await rowOf(shared, seconds * 1000, context));
    context.print(formatTable(rows));
    return rows.some((row) => row.at(-1) === 'WRONG') ? 1 : 0;
  },
};

/** Measures one case on a database of its own: rows of one case must not slow the next. */
async function rowOf(shared: SharedCase, milliseconds: number, context: CommandContext): Promise<string[]> {
  const product = await startProduct({ dataDir: await temporaryFolder(context), settings: { API_KEYS } }, context);
  const http = createHttpClient({ baseUrl: product.baseUrl, headers: {}, timeoutMs: TIMEOUT_MS });
  context.closers.add('client', () => http.close());
  const target = { http, port: Number(new URL(product.baseUrl).port) };
  const [load, modest] = [shared.load(target), shared.modest(target)];
  const { senders } = shared;
  const measure = (projects: readonly string[]): Promise<Met> => {
    const parts = { load, modest, senders, tokens: projects.map(tokenOf), modestToken: tokenOf(MODEST) };
    return measureShares({ ...parts, milliseconds, signal: context.signal });
  };
  const ten = await measure(TEN);
  const one = await measure([GREEDY]);
  await product.stop();
  http.close();
  const [besideTen, besideOne] = [ten.times.quantile(0.99), one.times.quantile(0.99)];
  const most = Math.max(MOST_RATIO * besideTen, shared.isLarge ? LARGE_MS : NOISE_MS);
  const isRight = one.refused === 0 && besideOne <= most;
  const ratio = (besideOne / besideTen).toFixed(2);
  const refused = `${one.refused} of ${one.times.count}`;
  return [
    shared.name,
    formatMilliseconds(besideTen),
    formatMilliseconds(besideOne),
    ratio,
    refused,
    isRight ? 'right' : 'WRONG',
  ];
}
