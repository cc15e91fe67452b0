import { plural } from '@sluice/runtime';
import { mode } from '../command/modes';
import { type Option, choice, integer, seed } from '../command/options';
import { connectDatabase } from '../product/connect-database';
import { findEmbeddedDatabase } from '../product/embedded-database';
import { formatCount, formatMegabytes, formatMilliseconds, formatTable } from '../report/table';
import { type FuzzResult, fuzz } from './fuzz-run';
import { startFuzzedProduct } from './fuzzed-product';
import { TARGETS } from './input/fuzz-input';
import { replay } from './replay';

/** Sends inputs that are drawn from a seed, and compares all that is stored with what was accepted. */
export const inputsMode = mode(
  '',
  {
    seed,
    inputs: integer({ default: 100_000, min: 1, max: 10_000_000 }),
    target: choice(TARGETS),
    connections: integer({ default: 4, min: 1, max: 64 }),
  },
  async (options, context) => {
    const { inputs, connections, target = 'all targets' } = options;
    const fuzzed = await startFuzzedProduct(context);
    const sql = await connectDatabase((await findEmbeddedDatabase(fuzzed.dataDir)).url, context);
    const { signal, print } = context;
    print(
      `sending ${formatCount(inputs)} inputs of --seed ${options.seed} for ${target} on ${connections} connections`,
    );
    const result = await fuzz({ ...options, fuzzed, sql, signal, print });
    print(toTable(result));
    const hasReads = (result.targets.get('query')?.inputs ?? 0) > 0;
    if (hasReads) print(formatTable([['read', 'kinds', 'sent', '200', 'rarest'], ...result.reads.rows]));
    const hasEvents = (result.targets.get('events')?.inputs ?? 0) > 0;
    if (hasEvents) print(formatTable([['events', 'kinds', 'sent', 'stored', 'rarest'], ...result.events.rows]));
    const missing = [...(hasReads ? result.reads.missing : []), ...(hasEvents ? result.events.missing : [])];
    for (const kind of missing) print(`WRONG: nothing was sent with ${kind}; a run of the usual size draws all`);
    print(verdict(result));
    return result.violations.length + missing.length === 0 ? 0 : 1;
  },
);

/** Input that is sent again; `projectNo` is the number of its project, from 0. */
interface Replayed {
  readonly seed: number;
  readonly index: number;
  readonly projectNo: number;
}

const replayed: Option<Replayed> = {
  form: '<seed>:<index>[:<project>]',
  read: (raw) => {
    const [, first, index, projectNo = '0'] = /^(\d{1,10}):(\d{1,10})(?::([0-2]))?$/.exec(String(raw)) ?? [];
    if (first === undefined) throw new Error('expected <seed>:<index>, or <seed>:<index>:<project>');
    return { seed: Number(first), index: Number(index), projectNo: Number(projectNo) };
  },
};

/** Sends one input again, and looks for the simplest one like it that fails. */
export const replayMode = mode('replay', { replay: replayed }, async ({ replay: input }, context) =>
  replay({ ...input, fuzzed: await startFuzzedProduct(context), print: context.print }),
);

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
