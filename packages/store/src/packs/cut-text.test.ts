import { type CutText, TextCutter } from './cut-text';
import { PACK_BYTES } from './pack-format';

const cutText = (text: string): CutText => new TextCutter().cut(text);

/** Numbers below a bound, the same in each run. */
function drawn(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const ALPHABET = ['a', 'B', ' ', '7', '"', '\\', '\n', '\u{1F600}', 'é', '漢', '\u0001', '/'];

const drawnText = (draw: (below: number) => number, length: number): string =>
  JSON.stringify(Array.from({ length }, () => ALPHABET[draw(ALPHABET.length)]).join(''));

/** All characters beyond ASCII as escapes, as some senders write JSON. */
const escaped = (text: string): string =>
  text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const piecesOf = (text: string): string[] => {
  const { data, ends } = cutText(text);
  return ends.map((end, index) => data.subarray(ends[index - 1] ?? 0, end).toString());
};

describe('pieces', () => {
  const draw = drawn(29);
  const texts = Array.from({ length: 40 }, () => drawnText(draw, 200 + draw(20_000))).flatMap((text) => [
    text,
    escaped(text),
    JSON.stringify(text),
  ]);

  test('make up the text, and each is whole characters', () => {
    for (const text of texts) expect(piecesOf(text).join('')).toBe(text);
  });

  test('have at least 256 bytes, apart from the last one, and at most those of a pack', () => {
    for (const text of texts) {
      const sizes = piecesOf(text).map((piece) => Buffer.byteLength(piece));
      expect(Math.min(...sizes.slice(0, -1), 256)).toBe(256);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(PACK_BYTES);
    }
  });

  test('end in no escape and in no pair of escapes', () => {
    for (const text of texts) {
      for (const piece of piecesOf(text).slice(0, -1)) {
        // A piece alone is the inside of a JSON string, which an unfinished escape is not.
        const inside = piece.startsWith('"') ? piece.slice(1) : piece;
        expect(() => JSON.parse(`"${inside}"`) as unknown).not.toThrow();
        expect((JSON.parse(`"${inside}"`) as string).isWellFormed()).toBe(true);
      }
    }
  });

  test('are the same before and behind a change in the middle', () => {
    const text = drawnText(draw, 40_000);
    const middle = text.length >> 1;
    const changed = `${text.slice(0, middle)}xyz${text.slice(middle)}`;
    const pieces = new Set(piecesOf(text));
    expect(piecesOf(changed).filter((piece) => !pieces.has(piece)).length).toBeLessThanOrEqual(3);
  });
});

test.each([
  ['one character', `"${'a'.repeat(100_000)}"`],
  ['backslashes', `"${'\\\\'.repeat(50_000)}"`],
  ['pairs of escapes', `"${'\\ud83d\\ude00'.repeat(10_000)}"`],
  ['characters of four bytes', `"${'\u{1F600}'.repeat(25_000)}"`],
])('a text of %s has a piece for each 4080 bytes', (_, text) => {
  expect(cutText(text).ends.length).toBe(Math.ceil(Buffer.byteLength(text) / 4080));
  expect(piecesOf(text).join('')).toBe(text);
});

test('equal texts have one identity, and a text that differs has another', () => {
  const text = drawnText(drawn(1), 5000);
  expect(cutText(text.slice(0)).identity).toBe(cutText(text).identity);
  expect(cutText(`${text} `).identity).not.toBe(cutText(text).identity);
  expect(cutText(text).identity).toHaveLength(22);
});

/** Without the bytes, which are slow to compare. */
const shapeOf = ({ data: _, ...shape }: CutText) => shape;

test('a text is cut as alone behind any other text', () => {
  const draw = drawn(7);
  const cutter = new TextCutter();
  for (let round = 0; round < 300; round += 1) {
    const text = drawnText(draw, 200 + draw(6000));
    const written = [text, escaped(text), JSON.stringify(text)][draw(3)] as string;
    const changed = written.slice(0, draw(written.length)) + (['', '\\ude00', '"', written][draw(4)] as string);
    for (const each of [written, changed, written.slice(0, draw(written.length))]) {
      expect(shapeOf(cutter.cut(each))).toEqual(shapeOf(cutText(each)));
    }
  }
});

test('a piece is the same when it is unknown, known, known for long, and forgotten', () => {
  const draw = drawn(3);
  const cutter = new TextCutter();
  const kept = drawnText(draw, 20_000);
  const alone = shapeOf(cutText(kept));
  // A generation of known pieces has 4 MiB.
  for (const length of [0, 1_000_000, 3_500_000, 1_000_000, 4_000_000, 9_000_000]) {
    const bytes = Array.from({ length: length / 8 }, () =>
      draw(2 ** 32)
        .toString(36)
        .padStart(8),
    ).join('');
    cutter.cut(`"${bytes}"`);
    expect(shapeOf(cutter.cut(kept))).toEqual(alone);
  }
});

test('a pair of escapes behind a common beginning is not divided', () => {
  for (let length = 240; length < 300; length += 1) {
    const start = `"${'ab'.repeat(2000)}`.slice(0, 4080 - 6 - (length - 240));
    const cutter = new TextCutter();
    cutter.cut(`${start}\\ud83dx${'c'.repeat(300)}"`);
    const pair = `${start}\\ud83d\\ude00${'c'.repeat(300)}"`;
    expect(shapeOf(cutter.cut(pair))).toEqual(shapeOf(cutText(pair)));
  }
});
