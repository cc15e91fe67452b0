/**
 * Text that a terminal only shows: of what came from outside, nothing moves the cursor, changes its title or colours, or
 * turns the direction of what stands before and behind it. Each such character is written as its escape in JSON, so that
 * JSON stays the same JSON; line breaks stay.
 */
export function printable(text: string): string {
  return text.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, index) => escape(character.charCodeAt(index))).join(''),
  );
}

function escape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
