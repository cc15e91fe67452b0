import { replaceEvery } from '@sluice/record';

/** Returns values as the text of a Postgres array. The driver's own function uses regular expressions, with a copy of each value. */
export function arrayText(values: readonly (string | number | null)[]): string {
  let text = '{';
  for (const value of values) {
    if (text !== '{') text += ',';
    if (value === null) text += 'NULL';
    else text += typeof value === 'number' ? String(value) : `"${escaped(value)}"`;
  }
  return `${text}}`;
}

const escaped = (value: string): string =>
  value.includes('\\') || value.includes('"') ? replaceEvery(replaceEvery(value, '\\', '\\\\'), '"', '\\"') : value;
