import { type Reading, refused } from '@sluice/runtime';

/** Limit of credentials, because each request is compared with all of them. */
export const MAX_CREDENTIALS = 1000;
const MAX_LINES_NAMED = 5;

/** Syntax of several secrets: description and parser of one; undefined if it is not accepted. */
export interface SecretsSyntax<T> {
  readonly accepted: string;
  readonly parse: (part: string) => T | undefined;
}

/** Reads several secrets, separated by commas or, as in a file, by line breaks. Wrong ones are reported by their lines only. */
export function readSecrets<T>(text: string, { accepted, parse }: SecretsSyntax<T>): Reading<readonly T[]> {
  const values: T[] = [];
  const wrong = new Set<number>();
  for (const [index, line] of text.split('\n').entries()) {
    for (const part of line.split(',').flatMap((piece) => piece.trim() || [])) {
      const value = parse(part);
      if (value === undefined) wrong.add(index + 1);
      else values.push(value);
    }
  }
  const lines = [...wrong].slice(0, MAX_LINES_NAMED).join(', ');
  if (wrong.size > 0) return refused(`expected ${accepted}, got another value (not shown) in line ${lines}`);
  if (values.length > MAX_CREDENTIALS) return refused(`expected ${accepted}, at most ${MAX_CREDENTIALS} of them`);
  return values.length > 0 ? { ok: true, value: values } : refused(`expected ${accepted}, got none`);
}
