/** Starts of texts in the JSON of messages. */
const TEXTS = ['"content":"', '"content": "', '"text":"', '"text": "'] as const;
const USERS = ['"role":"user"', '"role": "user"'] as const;

/**
 * Returns the first message for a line: for JSON of messages the text of the first user message, otherwise the first text; any other input
 * unchanged.
 * @param preview the start of an input; JSON may be cut anywhere
 */
export function firstWords(preview: string): string {
  if (!preview.startsWith('[') && !preview.startsWith('{')) return preview;
  const fromUser = firstOf(preview, USERS, 0)?.end ?? 0;
  const text = firstOf(preview, TEXTS, fromUser) ?? firstOf(preview, TEXTS, 0);
  return text === undefined ? preview : unescaped(preview, text.end) || preview;
}

/** Returns the end of the first occurrence of any of some texts; undefined without one. */
function firstOf(text: string, sought: readonly string[], from: number): { readonly end: number } | undefined {
  const found = sought.flatMap((each) => {
    const at = text.indexOf(each, from);
    return at < 0 ? [] : [{ at, end: at + each.length }];
  });
  return found.sort((a, b) => a.at - b.at)[0];
}

/** Decodes a JSON string from an offset to its end or the end of the text; an incomplete escape at the end is dropped. */
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
