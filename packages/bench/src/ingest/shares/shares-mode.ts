import type { CommandContext } from '../../command/command';
import { mode } from '../../command/modes';
import { UsageError, integer, text } from '../../command/options';
import { temporaryFolder } from '../../command/temporary-folder';
import { createHttpClient } from '../../load/http-client';
import { startProduct } from '../../product/product';
import { Distribution } from '../../report/distribution';
import { formatMilliseconds, formatTable } from '../../report/table';
import { SHARED_CASES, type SharedCase } from './loads';
import { type Met, measureShares } from './measure-shares';

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

/** Maximum p99 next to one greedy project, as a multiple of the p99 next to ten projects with the same load. */
const MAX_RATIO = 2;
/** Noise of the machine in milliseconds: a lower p99 is always right. */
const NOISE_MS = 100;
/** Highest p99 of bodies above 1 MiB in milliseconds, whatever the p99 next to ten projects. */
const LARGE_MS = 1_000;
const TIMEOUT_MS = 120_000;
/** Concurrent requests of the modest project; more large bodies would wait for each other. */
const MODEST_SENDERS = 4;
/** Ten projects and one project alternate, so that other work of the machine affects both. */
const ROUNDS = 2;

/** Measures the answers to a modest project next to a greedy one, and next to ten projects that together send the same load. */
export const shares = mode(
  'shares',
  {
    samples: integer({ default: 200, min: 2, max: 100_000 }),
    seconds: integer({ default: 60, min: 2, max: 600 }),
    case: text('<part of its name>'),
  },
  async ({ samples, seconds, case: part = '' }, context) => {
    const most = { samples, milliseconds: 1000 * seconds };
    const cases = SHARED_CASES.filter(({ name }) => name.includes(part));
    if (cases.length === 0) {
      throw new UsageError(`--case: expected a part of ${SHARED_CASES.map(({ name }) => name).join(', ')}`);
    }
    const head = [
      'shared by all projects',
      'p99 beside ten',
      'answers',
      'p99 beside one',
      'answers',
      'ratio',
      'not 200',
    ];
    const rows = [[...head, '']];
    for (const shared of cases) rows.push(await rowOf(shared, most, context));
    context.print(formatTable(rows));
    return rows.some((row) => row.at(-1) === 'WRONG') ? 1 : 0;
  },
);

/** Longest measurement next to ten projects, and next to one. */
interface Most {
  /** Answers to the modest project. */
  readonly samples: number;
  readonly milliseconds: number;
}

/** Measures one case on a database of its own: rows of one case must not slow the next. */
async function rowOf(shared: SharedCase, most: Most, context: CommandContext): Promise<string[]> {
  const product = await startProduct({ dataDir: await temporaryFolder(context), settings: { API_KEYS } }, context);
  const http = createHttpClient({ baseUrl: product.baseUrl, headers: {}, timeoutMs: TIMEOUT_MS });
  context.closers.add('client', () => http.close());
  const target = { http, port: Number(new URL(product.baseUrl).port) };
  const prepare = shared.prepare?.(target);
  for (const project of [MODEST, GREEDY, ...TEN]) {
    const status = (await prepare?.(tokenOf(project))) ?? 200;
    if (status !== 200) throw new Error(`what is read in the case "${shared.name}" was answered ${status}`);
  }
  const parts = {
    ...{ load: shared.load(target), modest: shared.modest(target), senders: shared.senders },
    ...{ modestToken: tokenOf(MODEST), modestSenders: shared.isLarge ? 1 : MODEST_SENDERS },
    ...{ samples: most.samples / ROUNDS, milliseconds: most.milliseconds / ROUNDS, signal: context.signal },
  };
  const ten: Met[] = [];
  const one: Met[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ten.push(await measureShares({ ...parts, tokens: TEN.map(tokenOf) }));
    one.push(await measureShares({ ...parts, tokens: [tokenOf(GREEDY)] }));
  }
  await product.stop();
  http.close();
  return cellsOf(shared, together(ten), together(one));
}

function together(rounds: readonly Met[]): Met {
  const times = new Distribution();
  for (const met of rounds) times.addAll(met.times);
  return { times, refused: rounds.reduce((sum, { refused }) => sum + refused, 0) };
}

function cellsOf({ name, isLarge }: SharedCase, ten: Met, one: Met): string[] {
  const [besideTen, besideOne] = [ten.times.quantile(0.99), one.times.quantile(0.99)];
  const most = isLarge ? LARGE_MS : Math.max(MAX_RATIO * besideTen, NOISE_MS);
  const isRight = one.refused === 0 && besideOne <= most;
  return [
    name,
    formatMilliseconds(besideTen),
    `${ten.times.count}`,
    formatMilliseconds(besideOne),
    `${one.times.count}`,
    (besideOne / besideTen).toFixed(2),
    `${one.refused}`,
    isRight ? 'right' : 'WRONG',
  ];
}
