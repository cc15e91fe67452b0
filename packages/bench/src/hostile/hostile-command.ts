import { plural } from '@sluice/runtime';
import type { Command } from '../command/command';
import { UsageError, readOptions } from '../command/options';
import { startWatchedProduct } from '../product/watched-product';
import { formatMilliseconds } from '../report/table';
import { HOSTILE_CASES } from './cases';
import { type CaseResult, LIMIT_BYTES, runCase, statusesText, toMib } from './run-case';

/** Sends the worst input that the limits allow, and checks the product's memory and the answers to another sender. */
export const hostileCommand: Command = {
  name: 'hostile',
  usage: '[--case <part of its name>]',
  run: async (args, context) => {
    const part = readOptions(args, { values: ['case'], flags: [] }).text('case') ?? '';
    const cases = HOSTILE_CASES.filter(({ name }) => name.includes(part));
    if (cases.length === 0)
      throw new UsageError(
        `--case: no case has this in its name; there are:\n${HOSTILE_CASES.map(({ name }) => `  ${name}`).join('\n')}`,
      );
    const { product, http, stalls } = await startWatchedProduct(context);
    const target = { http, baseUrl: product.baseUrl, headers: product.headers };
    context.print(HEADER);
    let wrong = 0;
    let highest = 0;
    for (const hostile of cases) {
      context.signal.throwIfAborted();
      const result = await runCase(hostile, target, { pid: product.pid, stalls }).catch((error: unknown) => {
        const [end] = product.problems().filter((problem) => problem.startsWith('ended with'));
        throw end === undefined ? error : new Error(`${hostile.name}: the product ${end}`);
      });
      context.print(lineOf(result));
      if (result.other.refusal !== undefined) context.print(`  another sender was told first: ${result.other.refusal}`);
      for (const sentence of result.wrong) context.print(`  WRONG: ${sentence}`);
      if (result.wrong.length > 0) wrong += 1;
      highest = Math.max(highest, result.peakBytes);
    }
    const most = `at most ${toMib(highest)} MiB were resident`;
    context.print(
      wrong === 0
        ? `RIGHT: ${plural(cases.length, 'case')}, ${most}, and nobody else lost anything`
        : `WRONG: ${wrong} of ${plural(cases.length, 'case')}; ${most}`,
    );
    return wrong === 0 ? 0 : 1;
  },
};

const WIDTHS = [56, 28, 9, 10, 9, 9] as const;

function row(cells: readonly string[]): string {
  return cells
    .map((cell, column) => {
      const width = WIDTHS[column];
      if (width === undefined) return cell;
      return column < 2 ? cell.padEnd(width) : cell.padStart(width);
    })
    .join('  ')
    .trimEnd();
}

const HEADER = row([
  'case',
  'answered (told 503 before)',
  'took',
  'peak',
  'limit',
  'stall',
  'slowest answer to another sender',
]);

function lineOf({ name, outcome, seconds, peakBytes, stallMs, other }: CaseResult): string {
  const before = outcome.refusals === 0 ? '' : ` (${outcome.refusals})`;
  const refused = other.refusals === 0 ? '' : `, ${other.refusals} of ${other.sent} told 503 first`;
  return row([
    name,
    `${statusesText(outcome.statuses)}${before}`,
    `${seconds.toFixed(1)} s`,
    `${toMib(peakBytes)} MiB`,
    `${toMib(LIMIT_BYTES)} MiB`,
    formatMilliseconds(stallMs),
    `${formatMilliseconds(other.slowestMs)}${refused}`,
  ]);
}
