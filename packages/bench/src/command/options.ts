import { parseArgs } from 'node:util';

/** Invalid argument. The message is for the user. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Option of a command: the form of its value in the usage, and the reader of the value. */
export interface Option<Value> {
  /** `15`, `<commit>`; undefined: the option has no value. */
  readonly form?: string;
  /**
   * Returns the value of the option.
   * @param raw text of the argument; true for an option without a value; undefined where the option is absent
   * @throws Error with the expectation: `expected an integer from 1 to 5`
   */
  read(raw: string | true | undefined): Value;
}

/** Options of a command by name. */
export type OptionTable = Readonly<Record<string, Option<unknown>>>;

/** Values of the options of a table. */
export type Values<Table extends OptionTable> = {
  readonly [Name in keyof Table]: Table[Name] extends Option<infer Value> ? Value : never;
};

/** Option without a value. */
export const flag: Option<boolean> = { read: (raw) => raw === true };

/** Option with any text. @param form placeholder in the usage, `<folder>` */
export function text(form: string): Option<string | undefined> {
  return { form, read: (raw) => (typeof raw === 'string' ? raw : undefined) };
}

interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** Option with a decimal integer within bounds, both included. */
export function integer(bounds: Bounds & { readonly default: number; readonly form?: string }): Option<number>;
export function integer(bounds: Bounds & { readonly form: string }): Option<number | undefined>;
export function integer({
  default: fallback,
  min,
  max,
  form = String(fallback),
}: Bounds & { readonly default?: number; readonly form?: string }): Option<number | undefined> {
  return {
    form,
    read(raw) {
      if (typeof raw !== 'string') return fallback;
      const value = /^\d{1,12}$/.test(raw) ? Number(raw) : NaN;
      if (value >= min && value <= max) return value;
      throw new Error(`expected an integer from ${min} to ${max}`);
    },
  };
}

/** Option with one of the words. */
export function choice<Word extends string>(words: readonly Word[]): Option<Word | undefined> {
  return {
    form: words.join('|'),
    read(raw) {
      const found = words.find((word) => word === raw);
      if (typeof raw !== 'string' || found !== undefined) return found;
      throw new Error(`expected ${words.join(' or ')}`);
    },
  };
}

/** Option with a list of the words, separated by commas. */
export function some<Word extends string>(words: readonly Word[]): Option<readonly Word[] | undefined> {
  return {
    form: `${words.slice(0, 2).join()},…`,
    read(raw) {
      if (typeof raw !== 'string') return undefined;
      return raw.split(',').map((name) => {
        const found = words.find((word) => word === name);
        if (found === undefined) throw new Error(`expected some of ${words.join()}`);
        return found;
      });
    },
  };
}

/** Option with the seed of random choices; default: a random one. */
export const seed: Option<number> = integer({
  default: Date.now() % 1_000_000,
  form: '<number>',
  min: 0,
  max: 2 ** 31 - 1,
});

/**
 * Reads `--name value`, `--name=value` and `--name`; refuses everything else.
 * @throws UsageError
 */
export function readValues<Table extends OptionTable>(args: readonly string[], table: Table): Values<Table> {
  const names = Object.keys(table);
  const isFlag = (name: string): boolean => table[name]?.form === undefined;
  const raw = parse(args, { values: names.filter((name) => !isFlag(name)), flags: names.filter(isFlag) });
  const read = ([name, option]: [string, Option<unknown>]): [string, unknown] => {
    const argument = raw[name] as string | true | undefined;
    try {
      return [name, option.read(argument)];
    } catch (error) {
      throw new UsageError(`--${name}: ${(error as Error).message}, got ${JSON.stringify(argument)}`);
    }
  };
  return Object.fromEntries(Object.entries(table).map(read)) as Values<Table>;
}

/** Formats the options in one line. @param required name of the option that is not optional */
export function formatOptions(table: OptionTable, required = ''): string {
  return Object.entries(table)
    .map(([name, { form }]) => {
      const option = `--${name}${form === undefined ? '' : ` ${form}`}`;
      return name === required ? option : `[${option}]`;
    })
    .join(' ');
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
