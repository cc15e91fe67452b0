/**
 * Escapes the characters of external text that control a terminal: those that move the cursor, change its title or colours, or turn the
 * direction of the text around. Each such character becomes its escape in JSON, so that JSON stays the same JSON; line breaks stay.
 */
export function printable(text: string): string {
  return text.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, index) => escape(character.charCodeAt(index))).join(''),
  );
}

function escape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
