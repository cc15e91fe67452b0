/** The result of reading a text: a value, or sentences with what is accepted. */
export type Reading<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problems: readonly string[] };

/** A text that is not accepted. */
export function refused(...problems: readonly string[]): Reading<never> {
  return { ok: false, problems };
}
