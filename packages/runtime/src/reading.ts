/** What became of a text: a value, or sentences that say what is accepted. */
export type Reading<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problems: readonly string[] };

/** A text that is not accepted. */
export function refused(...problems: readonly string[]): Reading<never> {
  return { ok: false, problems };
}
