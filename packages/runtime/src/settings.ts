import { type Reading, refused } from './parse-result';
import { readSettingFile } from './setting-file';

/** Address of a listener, by its settings. */
export interface ListenAddress {
  readonly host: string;
  /** 0: a free port. */
  readonly port: number;
}

/** Environment variable: its name and the parser of its text. */
export interface Field<T> {
  readonly name: string;
  /** Whether no message shows its text. The text may be in a file that `<name>_FILE` names, as containers get their secrets. */
  readonly secret?: boolean;
  /** Purpose for `--help` and docs/operate/settings.md, which must be equal: a short phrase without a full stop. */
  readonly about?: string | undefined;
  /** Heading under which `--help` shows it. */
  readonly group?: string;
  /** Formats a value as people write it, if that differs from the program's own form. */
  show?(value: T): string;
  /** @param raw the variable's text, undefined if it is unset or empty */
  read(raw: string | undefined): Reading<T>;
}

/** Assigns fields to one heading of `--help`. */
export function grouped<const F extends Fields>(group: string, fields: F): F {
  // A field with an additional group keeps its type, which a mapped record cannot express.
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, { ...field, group }])) as unknown as F;
}

/** Fields by the names of their values in the program. */
export type Fields = Readonly<Record<string, Field<unknown>>>;

/** Values of a set of fields. */
export type Settings<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never;
};

/** Settings that cannot be used. Contains every wrong and missing value, so that one run shows all of them. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`the settings cannot be used: ${problems.join('; ')}`);
    this.problems = problems;
  }
}

/** Finds contradictions between fields that are valid by themselves; each sentence names the variables. */
export type Check<F extends Fields> = (settings: Settings<F>) => readonly string[];

/**
 * Reads settings from environment variables, secrets also from files. An empty variable counts as unset.
 * @param checks each is skipped if it reads a field that is wrong already
 * @returns a frozen object with one value a field
 * @throws SettingsError with all problems together (contract: Settings)
 */
export function readSettings<const F extends Fields>(
  env: NodeJS.ProcessEnv,
  fields: F,
  ...checks: readonly Check<F>[]
): Settings<F> {
  const problems: string[] = [];
  const settings: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(fields)) {
    const { name, reading } = readField(env, field);
    if (reading.ok) {
      settings[key] = reading.value;
    } else {
      problems.push(...reading.problems.map((problem) => `${name}: ${problem}`));
      Object.defineProperty(settings, key, { get: throwUnreadable });
    }
  }
  // Every field returns a value of its type or throws, which a record cannot express.
  const typed = Object.freeze(settings) as Settings<F>;
  for (const check of checks) problems.push(...conflicts(check, typed));
  if (problems.length > 0) throw new SettingsError(problems);
  return typed;
}

/** Limit of a secret's file in bytes: 1,000 long credentials use half of it. */
export const LARGEST_SECRET = 256 * 1024;

/** @returns the result of reading the field, and the name for its problems */
function readField<T>(
  env: NodeJS.ProcessEnv,
  field: Field<T>,
): { readonly name: string; readonly reading: Reading<T> } {
  const variable = (name: string): string | undefined => (env[name] === '' ? undefined : env[name]);
  const raw = variable(field.name);
  const fileName = `${field.name}_FILE`; // the convention of container images
  const path = field.secret ? variable(fileName) : undefined;
  if (path === undefined) return { name: field.name, reading: field.read(raw) };
  if (raw !== undefined) {
    return { name: `${field.name}, ${fileName}`, reading: refused('expected one of them, not both') };
  }
  const text = readSettingFile(path, LARGEST_SECRET);
  // Editors and `echo` end a file with a line break that is not part of the secret.
  return { name: fileName, reading: text.ok ? field.read(text.value.trimEnd()) : text };
}

class UnreadableError extends Error {}

function throwUnreadable(): never {
  throw new UnreadableError();
}

function conflicts<F extends Fields>(check: Check<F>, settings: Settings<F>): readonly string[] {
  try {
    return check(settings);
  } catch (error) {
    if (error instanceof UnreadableError) return [];
    throw error;
  }
}
