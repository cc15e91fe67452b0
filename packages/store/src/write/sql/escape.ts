import { replaceEvery } from '@sluice/record';

/** Text as COPY reads it; the backslash first, because the others bring some. */
export function copyText(text: string): string {
  let escaped = replaceEvery(text, '\\', '\\\\');
  escaped = replaceEvery(escaped, '\n', '\\n');
  escaped = replaceEvery(escaped, '\t', '\\t');
  return replaceEvery(escaped, '\r', '\\r');
}

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
