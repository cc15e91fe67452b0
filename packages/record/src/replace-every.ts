/**
 * Replaces every occurrence of `sent`; `written` is taken as it is. By `split`: for twice the text `replaceAll`, and a regular
 * expression too, take three times as long where there is much to replace, most of it to collect garbage.
 */
export function replaceEvery(text: string, sent: string, written: string): string {
  return text.includes(sent) ? text.split(sent).join(written) : text;
}
