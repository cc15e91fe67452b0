/** Longer reasons are cut in the log. */
export const LONGEST_REASON = 300;

/** A message as the log may have it: what it quotes came from the client, a filter or a key of a body for instance. */
export function loggedReason(message: string): string {
  let shown = '';
  let from = 0;
  for (let quote = message.indexOf('"'); quote !== -1; quote = message.indexOf('"', from)) {
    shown += `${message.slice(from, quote)}"…"`;
    from = endOfQuoted(message, quote);
  }
  return printable(shown + message.slice(from), LONGEST_REASON);
}

/** The index after the text in quotes that begins at `quote`; where it does not end, it goes to that of the message. */
function endOfQuoted(message: string, quote: number): number {
  for (let at = quote + 1; at < message.length; at++) {
    if (message[at] === '"') return at + 1;
    if (message[at] === '\\') at++;
  }
  return message.length;
}

/** No character that a terminal would obey, and bounded. */
export function printable(text: string, longest: number): string {
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return cut.replace(/\p{C}/gu, '?');
}
