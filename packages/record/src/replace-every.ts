/**
 * Replaces every occurrence of `sent` by `written`, literally. Uses `split`: for twice the text `replaceAll`, and a regular expression too,
 * take three times as long with many replacements, mostly for collecting garbage.
 */
export function replaceEvery(text: string, sent: string, written: string): string {
  return text.includes(sent) ? text.split(sent).join(written) : text;
}
