import { replaceEvery } from '@sluice/record';

/** An array as Postgres writes one, of values as text. The driver's own is made by regular expressions. */
export function arrayText(values: readonly (string | number | null)[]): string {
  const elements = values.map((value) => {
    if (value === null) return 'NULL';
    return typeof value === 'number'
      ? String(value)
      : `"${replaceEvery(replaceEvery(value, '\\', '\\\\'), '"', '\\"')}"`;
  });
  return `{${elements.join(',')}}`;
}
