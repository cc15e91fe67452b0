/** One environment variable: its name, and what its text means. */
export interface Field<T> {
  readonly name: string;
  /** @param raw the variable's text, undefined where it is unset or empty */
  read(raw: string | undefined): Reading<T>;
}

/** What a field made of its text: a value, or a sentence that says what is accepted. */
export type Reading<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

/** Fields by the name under which the program knows their values. */
export type Fields = Readonly<Record<string, Field<unknown>>>;

/** The values that a set of fields gives. */
export type Settings<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never;
};

/** Settings that cannot be used. Holds every wrong and missing value, so that one run shows all of them. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`the settings cannot be used: ${problems.join('; ')}`);
    this.problems = problems;
  }
}

/** Finds what is wrong between fields that are right by themselves; each sentence names the variables. */
export type Check<F extends Fields> = (settings: Settings<F>) => readonly string[];

/**
 * Reads settings from environment variables. An empty variable counts as unset.
 * @param checks each is left out where it reads a field that is wrong already
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
    const raw = env[field.name];
    const reading = field.read(raw === '' ? undefined : raw);
    if (reading.ok) {
      settings[key] = reading.value;
    } else {
      problems.push(`${field.name}: ${reading.problem}`);
      Object.defineProperty(settings, key, { get: throwUnreadable });
    }
  }
  // Every field gives a value of its type or throws, which a record cannot express.
  const typed = Object.freeze(settings) as Settings<F>;
  for (const check of checks) problems.push(...conflicts(check, typed));
  if (problems.length > 0) throw new SettingsError(problems);
  return typed;
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
