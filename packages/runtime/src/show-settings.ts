import type { Field, Fields } from './settings';

const NAME_WIDTH = 27;
const OTHERS = 'Others';

/** Lists the settings for `--help`: a line each with name, purpose and default, under the headings of their groups. */
export function settingLines(fields: Fields): string[] {
  const all = Object.values(fields);
  const names = new Set(all.map(({ name }) => name));
  const groups = [...new Set(all.map(({ group = OTHERS }) => group))];
  return groups.flatMap((group) => [
    `${group}:`,
    ...all
      .filter((field) => (field.group ?? OTHERS) === group)
      .map((field) => `  ${settingLine(field, !names.has(`${field.name}_FILE`))}`),
    '',
  ]);
}

/** @param mayBeFile whether the file of a secret is not a field of its own */
function settingLine(field: Field<unknown>, mayBeFile: boolean): string {
  const { name, secret = false, about = '' } = field;
  const unset = field.read(undefined);
  const text = unset.ok ? shownValue(field, unset.value) : undefined;
  const notes = [
    ...(unset.ok ? [] : ['required']),
    ...(text === undefined ? [] : [`default ${text}`]),
    ...(secret && mayBeFile ? [`or ${name}_FILE`] : []),
  ];
  const note = notes.length === 0 ? '' : `(${notes.join('; ')})`;
  return `${name.padEnd(NAME_WIDTH)}${[about, note].filter(Boolean).join(' ')}`.trimEnd();
}

/** Lists the values in use by their variables, for the log of a process: of secrets only that they are set. */
export function shownSettings(fields: Fields, settings: object): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]) => {
      const text = shownValue(field, Reflect.get(settings, key));
      return text === undefined ? [] : [[field.name, text]];
    }),
  );
}

/** Formats a value; undefined for a variable that is unset or empty. */
function shownValue(field: Field<unknown>, value: unknown): string | undefined {
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return undefined;
  if (field.secret === true) return '(set)';
  if (field.show !== undefined) return field.show(value);
  if (Array.isArray(value)) return value.join(',');
  if (typeof value === 'object' && value !== null) {
    return 'path' in value && typeof value.path === 'string' ? value.path : '(set)';
  }
  return `${value as string | number | boolean}`;
}
