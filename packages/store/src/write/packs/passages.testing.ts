/** Returns numbers below a bound, the same for each seed. */
export function drawn(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Parts of the inside of a JSON string: characters of each number of bytes, and escapes that no cut may divide. */
const PARTS: readonly (readonly string[])[] = [
  ['a', 'b', ' ', 'the ', '7'],
  ['é', 'ü'],
  ['漢', '字'],
  ['\u{1F600}', '\u{1F680}'],
  [String.raw`\u00e9`, String.raw`\u6f22`],
  [String.raw`\ud83d\ude00`, String.raw`\uD83D\uDE80`],
  [String.raw`\ud83d`, String.raw`\ude00`, 'x'],
  [String.raw`\\`, String.raw`\\\\`],
  [String.raw`\"`, String.raw`\n`, '/', 'é', '漢', '\u{1F600}', String.raw`\u0001`, String.raw`\ud83d\ude00`, 'a '],
];

/** Makes the inside of a JSON string, 40 to 400 parts of one kind; the same for each number. */
export function passage(number: number): string {
  const draw = drawn(number * 7919 + 1);
  draw(2);
  const parts = PARTS[draw(PARTS.length)] as readonly string[];
  return Array.from({ length: 40 + draw(360) }, () => parts[draw(parts.length)]).join('');
}
