import { parseArgs } from 'node:util';

/** Invalid argument. The message is for the user. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Options of one command, read from its arguments. */
export interface Options {
  /** True where `--name` is set. */
  flag(name: string): boolean;
  text(name: string): string | undefined;
  /** Returns one of the choices; undefined where the option is not set. */
  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined;
  /** Returns a decimal integer within bounds, both included. */
  integer(name: string, bounds: { readonly default: number; readonly min: number; readonly max: number }): number;
}

/**
 * Reads `--name value` and `--name`; refuses everything else.
 * @param names options that have a value, and those that have none
 * @throws UsageError
 */
export function readOptions(
  args: readonly string[],
  names: { readonly values: readonly string[]; readonly flags: readonly string[] },
): Options {
  const texts = parse(args, names);
  const text = (name: string): string | undefined => {
    const value = texts[name];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    flag: (name) => texts[name] === true,
    text,
    choice(name, choices) {
      const raw = text(name);
      const found = choices.find((choice) => choice === raw);
      if (raw === undefined || found !== undefined) return found;
      throw new UsageError(`--${name}: expected ${choices.join(' or ')}, got ${JSON.stringify(raw)}`);
    },
    integer(name, { default: fallback, min, max }) {
      const raw = text(name);
      if (raw === undefined) return fallback;
      const value = /^\d{1,12}$/.test(raw) ? Number(raw) : NaN;
      if (value >= min && value <= max) return value;
      throw new UsageError(`--${name}: expected an integer from ${min} to ${max}, got ${JSON.stringify(raw)}`);
    },
  };
}

function parse(
  args: readonly string[],
  names: { readonly values: readonly string[]; readonly flags: readonly string[] },
): Readonly<Record<string, unknown>> {
  const declared = [
    ...names.values.map((name) => [name, { type: 'string' }] as const),
    ...names.flags.map((name) => [name, { type: 'boolean' }] as const),
  ];
  try {
    return parseArgs({ args: [...args], options: Object.fromEntries(declared), strict: true }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
