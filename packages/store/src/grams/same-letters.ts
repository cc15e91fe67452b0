/** Letters beyond ASCII that have another case, computed on first use. */
let cased: string | undefined;

/** Returns the characters that are the same letter in another case, including itself: Unicode's simple case folding. */
export function sameLetters(character: string): readonly string[] {
  if (!/\p{Changes_When_Casemapped}/u.test(character)) return [character];
  cased ??= allCased();
  return cased.match(new RegExp(character, 'giu')) ?? [character];
}

/** Lists the letters with case. There are none beyond the first two planes. */
function allCased(): string {
  const planes = Array.from({ length: 0x20000 - 0x80 }, (_, n) => String.fromCodePoint(n + 0x80)).join('');
  return (planes.match(/\p{Changes_When_Casemapped}/gu) ?? []).join('');
}
