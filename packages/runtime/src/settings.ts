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

/**
 * Reads settings from environment variables. An empty variable counts as unset.
 * @param check finds what is wrong between fields that are right by themselves; each sentence names its variables
 * @returns a frozen object with one value a field
 * @throws SettingsError with all problems together (contract: Settings)
 */
export function readSettings<const F extends Fields>(
  env: NodeJS.ProcessEnv,
  fields: F,
  check: (settings: Settings<F>) => readonly string[] = () => [],
): Settings<F> {
  const problems: string[] = [];
  const values = Object.entries(fields).map(([key, field]): [string, unknown] => {
    const raw = env[field.name];
    const reading = field.read(raw === '' ? undefined : raw);
    if (!reading.ok) problems.push(`${field.name}: ${reading.problem}`);
    return [key, reading.ok ? reading.value : undefined];
  });
  if (problems.length > 0) throw new SettingsError(problems);
  // Every field has given a value of its type, which a list of entries cannot express.
  const settings = Object.freeze(Object.fromEntries(values)) as Settings<F>;
  const conflicts = check(settings);
  if (conflicts.length > 0) throw new SettingsError(conflicts);
  return settings;
}
