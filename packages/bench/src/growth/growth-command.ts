import { plural } from '@sluice/runtime';
import type { Command } from '../command/command';
import { UsageError, readOptions } from '../command/options';
import { startWatchedProduct } from '../product/watched-product';
import { formatMilliseconds, formatTable } from '../report/table';
import { growthCases, plainRequests } from './cases';
import { type GrowthResult, runGrowth } from './growth-run';

const MIB = 1024 * 1024;
/** Maximum size of the long part: 1 MiB less 32 KiB for the rest of the body. */
const MOST = MIB - 32 * 1024;
/** Number of cases between two progress lines. */
const PRINTED_EVERY = 250;
const WORST_SHOWN = 15;

/** Sends everything that can be long or many in increasing lengths: no request may use more than its share of time, or block others. */
export const growthCommand: Command = {
  name: 'growth',
  usage: `[--case <part of its name>] [--every 1] [--most ${MOST}]`,
  run: async (args, context) => {
    const options = readOptions(args, { values: ['case', 'every', 'most'], flags: [] });
    const part = options.text('case') ?? '';
    const every = options.integer('every', { default: 1, min: 1, max: 10_000 });
    const most = options.integer('most', { default: MOST, min: 1024, max: 16 * MIB });
    const cases = growthCases().filter(({ name }, at) => name.includes(part) && at % every === 0);
    if (cases.length === 0) throw new UsageError('--case: no case has this in its name');

    const { product, http, stalls } = await startWatchedProduct(context);

    for (const { path, headers = {}, body = Buffer.alloc(0) } of plainRequests()) {
      const answer = await http.post(path, headers, body);
      const text = answer.body.toString();
      if (answer.status !== 200 || text.includes('ejected'))
        throw new Error(`${path} takes no request as it is: ${text}`);
    }
    context.print(`${plural(cases.length, 'case')}, up to ${most} bytes`);
    const results: Result[] = [];
    for (const one of cases) {
      context.signal.throwIfAborted();
      const result = { name: one.name, ...(await runGrowth(one, { product, stalls, http }, most)) };
      results.push(result);
      for (const sentence of [...result.wrong, ...product.problems()]) context.print(`WRONG: ${one.name}: ${sentence}`);
      if (results.length % PRINTED_EVERY === 0) context.print(`${results.length} of ${cases.length}`);
    }
    context.print(worst(results));
    const wrong = results.filter((result) => result.wrong.length > 0).length;
    context.print(
      wrong === 0
        ? `RIGHT: ${plural(cases.length, 'case')} take their share, and nothing had to wait for them`
        : `WRONG: ${wrong} of ${plural(cases.length, 'case')}`,
    );
    return wrong === 0 ? 0 : 1;
  },
};

interface Result extends GrowthResult {
  readonly name: string;
}

function worst(results: readonly Result[]): string {
  const rows = [...results].sort((a, b) => b.worst - a.worst || b.ms - a.ms).slice(0, WORST_SHOWN);
  return formatTable([
    ['the fastest growing', 'times', 'at bytes', 'took'],
    ...rows.map(({ name, worst: times, atLength, ms }) => [
      name,
      times.toFixed(2),
      String(atLength),
      formatMilliseconds(ms),
    ]),
  ]);
}
