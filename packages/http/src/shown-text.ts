/** Longer reasons are cut in the log. */
export const LONGEST_REASON = 300;

/** Removes quoted text from a message for the log: the client sent it, for example as a filter or a key of a body. */
export function loggedReason(message: string): string {
  let shown = '';
  let from = 0;
  for (let quote = message.indexOf('"'); quote !== -1; quote = message.indexOf('"', from)) {
    shown += `${message.slice(from, quote)}"…"`;
    from = endOfQuoted(message, quote);
  }
  return printable(shown + message.slice(from), LONGEST_REASON);
}

/** Returns the index after the quoted text that begins at `quote`; without a closing quote, the end of the message. */
function endOfQuoted(message: string, quote: number): number {
  for (let at = quote + 1; at < message.length; at++) {
    if (message[at] === '"') return at + 1;
    if (message[at] === '\\') at++;
  }
  return message.length;
}

/** Replaces characters that control a terminal, and cuts the text. */
export function printable(text: string, longest: number): string {
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return cut.replace(/\p{C}/gu, '?');
}
