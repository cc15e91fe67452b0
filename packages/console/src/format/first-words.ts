/** Where a text of a message begins, in the JSON of messages. */
const TEXTS = ['"content":"', '"content": "', '"text":"', '"text": "'] as const;
const USERS = ['"role":"user"', '"role": "user"'] as const;

/**
 * What was said first, for a line: of messages as JSON the text of the first one of a user, else of the first one; of anything else
 * itself.
 * @param preview the beginning of an input; JSON may be cut anywhere
 */
export function firstWords(preview: string): string {
  if (!preview.startsWith('[') && !preview.startsWith('{')) return preview;
  const fromUser = firstOf(preview, USERS, 0)?.end ?? 0;
  const text = firstOf(preview, TEXTS, fromUser) ?? firstOf(preview, TEXTS, 0);
  return text === undefined ? preview : unescaped(preview, text.end) || preview;
}

/** Where the first of some texts ends; undefined where there is none. */
function firstOf(text: string, sought: readonly string[], from: number): { readonly end: number } | undefined {
  const found = sought.flatMap((each) => {
    const at = text.indexOf(each, from);
    return at < 0 ? [] : [{ at, end: at + each.length }];
  });
  return found.sort((a, b) => a.at - b.at)[0];
}

/** The string of JSON that begins there, up to its end or the end of the text; what is left of an escape at the end is left out. */
function unescaped(json: string, from: number): string {
  let end = from;
  for (let next = from; next < json.length && json[next] !== '"'; end = next) {
    next += json[next] !== '\\' ? 1 : json[next + 1] === 'u' ? 6 : 2;
    if (next > json.length) break;
  }
  try {
    return JSON.parse(`"${json.slice(from, end)}"`) as string;
  } catch {
    return json.slice(from, end);
  }
}
