import type { Command, CommandContext } from './command';
import { type OptionTable, type Values, flag, formatOptions, readValues } from './options';

/** Way in which a command works, with options of its own. */
export interface Mode {
  /** Option that selects the mode; empty for the mode without such an option. */
  readonly selector: string;
  readonly usage: string;
  readonly run: Command['run'];
}

/**
 * Makes a mode.
 * @param selector option that selects it, a flag where `table` does not contain it; empty: no option
 * @param run receives the values of the options, and the arguments as they were
 */
export function mode<Table extends OptionTable>(
  selector: string,
  table: Table,
  run: (values: Values<Table>, context: CommandContext, args: readonly string[]) => Promise<number>,
): Mode {
  const all = selector === '' || selector in table ? table : { [selector]: flag, ...table };
  return {
    selector,
    usage: formatOptions(all, selector),
    run: async (args, context) => run(readValues(args, all), context, args),
  };
}

/** Makes a command of its modes: the first one, unless an argument selects another. */
export function commandOf(name: string, modes: readonly [Mode, ...Mode[]]): Command {
  const selected = (args: readonly string[]): Mode =>
    modes.find(({ selector }) => args.some((arg) => arg === `--${selector}` || arg.startsWith(`--${selector}=`))) ??
    modes[0];
  return {
    name,
    usage: modes.map(({ usage }) => usage).join(`\n  ${name} `),
    run: (args, context) => selected(args).run(args, context),
  };
}
