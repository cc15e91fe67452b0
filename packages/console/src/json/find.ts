/** Most matches that are counted. */
export const MAX_MATCHES = 10_000;

/**
 * Returns the offsets of a text, ignoring case, within a range of another text: in names, strings and numbers as written, and in strings
 * with escapes (`\u00e9` for é, `\"` for a quote).
 */
export function matchesIn(text: string, query: string, from: number, to: number): readonly number[] {
  if (query === '') return [];
  // Some letters are longer in lower case, which would shift offsets; case is significant then.
  const lower = text.toLowerCase();
  const isSame = lower.length === text.length;
  const searched = isSame ? lower : text;
  const wanted = new Set(formsOf(isSame ? query.toLowerCase() : query));
  const matches: number[] = [];
  for (const form of wanted) {
    let at = searched.indexOf(form, from);
    while (at >= 0 && at < to && matches.length < MAX_MATCHES) {
      matches.push(at);
      at = searched.indexOf(form, at + form.length);
    }
  }
  return matches.sort((a, b) => a - b);
}

function formsOf(query: string): readonly string[] {
  const plain = JSON.stringify(query).slice(1, -1);
  return [plain, plain.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)];
}
