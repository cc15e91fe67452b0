import type { Field, Fields } from './settings';

/** Variables and their defaults, a line each, for `--help`. */
export function settingLines(fields: Fields): string[] {
  const names = new Set(Object.values(fields).map(({ name }) => name));
  return Object.values(fields).map((field) => {
    const file = `${field.name}_FILE`;
    const orFile = field.secret === true && !names.has(file) ? `, or ${file}` : '';
    const unset = field.read(undefined);
    const text = unset.ok ? shownValue(field, unset.value) : undefined;
    return `${field.name}${orFile}${unset.ok ? '' : ' (required)'}${text === undefined ? '' : `=${text}`}`;
  });
}

/** The values that a process works with by their variables, for its log: of secrets only that they are set. */
export function shownSettings(fields: Fields, settings: object): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]) => {
      const text = shownValue(field, Reflect.get(settings, key));
      return text === undefined ? [] : [[field.name, text]];
    }),
  );
}

/** Undefined for a value that says nothing: unset, or an empty list. */
function shownValue({ secret = false }: Field<unknown>, value: unknown): string | undefined {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return undefined;
  if (secret) return '(set)';
  if (Array.isArray(value)) return value.join(',');
  if (typeof value === 'object' && value !== null) {
    return 'path' in value && typeof value.path === 'string' ? value.path : '(set)';
  }
  return `${value as string | number | boolean}`;
}
