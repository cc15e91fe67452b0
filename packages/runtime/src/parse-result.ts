/** Result of reading a text: a value, or sentences that name what is accepted. */
export type Reading<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problems: readonly string[] };

/** Result of a text that is not accepted. */
export function refused(...problems: readonly string[]): Reading<never> {
  return { ok: false, problems };
}
