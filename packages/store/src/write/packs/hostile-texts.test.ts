import { TextCutter } from '../../packs/cut-text';
import { drawn } from './passages.testing';
import { TracePacks } from './trace-packs';

/** Least bytes of a piece. */
const LEAST = 256;

/** Bytes on which a cut depends. */
const WINDOW = 32;

/** Pieces of the least size, each different: the worst that a sender can make. */
function leastPieces(count: number): string[] {
  const draw = drawn(3);
  const word = () =>
    draw(2 ** 32)
      .toString(36)
      .padStart(7, '0');
  const text = `"${Array.from({ length: 2000 }, word).join('')}"`;
  const { ends } = new TextCutter().cut(text);
  // A cut that no bound has made: behind these characters there is one in each text.
  const [, first = 0, second = 0] = ends;
  expect(second - first).toBeLessThan(4096);
  const boundary = text.slice(second - WINDOW, second);
  return Array.from({ length: count }, (_, n) => String(n).padStart(LEAST - WINDOW, '-') + boundary);
}

const pieces = leastPieces(4000);
const stored = new TracePacks([], new TextCutter());
const first = stored.pack(pieces.join(''));
const packs = stored.take();
/** The packs as those of a trace with as many as an integer can number. */
const last = 2 ** 31 - 1000;
const numbered = packs.map((pack, n) => ({ ...pack, no: last - packs.length + n }));

const bytesOf = (text: string | null): number => Buffer.byteLength(text ?? '');
const sumOf = (buffers: readonly Buffer[]): number => buffers.reduce((sum, { length }) => sum + length, 0);

test('pieces of the least size have as many bytes beside their text as a twelfth of it', () => {
  const { ends } = new TextCutter().cut(pieces.join(''));
  expect(ends).toHaveLength(4000);
  expect(sumOf(packs.map(({ body }) => body))).toBe(4000 * LEAST);
  const beside = bytesOf(first) + sumOf(packs.map((pack) => pack.pieces));
  expect(beside).toBeLessThan((4000 * LEAST) / 12);
});

/** Bytes of the reference to a text of least pieces, and of its new packs beside their bodies. */
function bytesBeside(text: string): number {
  const again = new TracePacks(numbered, new TextCutter());
  const reference = again.pack(text);
  return bytesOf(reference) + sumOf(again.take().map((pack) => pack.pieces));
}

test.each([
  ['in another order', pieces.toReversed()],
  ['the same one again and again', pieces.map(() => pieces[7] ?? '')],
  ['each followed by a new one', pieces.flatMap((piece) => [piece, `+${piece.slice(1)}`])],
])('known pieces %s cost at most an eighth of the text', (_, texts) => {
  const text = texts.join('');
  const bytes = bytesBeside(text);
  expect(bytes).toBeGreaterThan(text.length / 32);
  expect(bytes).toBeLessThanOrEqual(text.length / 8);
});

const LONG = 18 * 1024 * 1024;
const repeated = (unit: string): string => `"${unit.repeat(Math.floor(LONG / Buffer.byteLength(unit)))}"`;

test.each([
  ['one character', repeated('a')],
  ['backslashes', repeated('\\\\')],
  ['characters of two bytes', repeated('é')],
  ['characters of three bytes', repeated('漢')],
  ['characters of four bytes', repeated('\u{1F600}')],
  ['escapes', repeated('\\u00e9')],
  ['high surrogates alone', repeated('\\ud83d')],
  ['pairs of escapes', repeated('\\ud83d\\ude00')],
  ['pairs of escapes behind one byte', repeated('x\\ud83d\\ude00\\ud83d')],
  ['cuts', repeated((pieces[0] ?? '').slice(-WINDOW))],
  ['least pieces', repeated(pieces[0] ?? '')],
])('a value of 18 MB of %s has pieces within their bounds, each byte in one of them', (_, text) => {
  const { data, ends, hashes } = new TextCutter().cut(text);
  expect(ends.at(-1)).toBe(Buffer.byteLength(text));
  const sizes = ends.map((end, n) => end - (ends[n - 1] ?? 0));
  expect(Math.min(...sizes.slice(0, -1).slice(0, 50_000))).toBeGreaterThanOrEqual(LEAST);
  expect(sizes.filter((size) => size < LEAST).length).toBeLessThanOrEqual(1);
  expect(sizes.filter((size) => size >= 4096 + 12)).toEqual([]);
  expect(hashes.join('')).toHaveLength(16 * ends.length);
  const before = ends.slice(0, -1).map((end) => [data[end - 1], data[end]] as const);
  expect(before.filter(([, next = 0]) => (next & 0xc0) === 0x80)).toEqual([]);
});

test('texts that begin alike are cut as each alone', () => {
  const cutter = new TextCutter();
  const draw = drawn(11);
  const units = ['a', 'é', '漢', '\u{1F600}', '\\ud83d', '\\ude00', '\\\\', '\\u00e9', '\\"', 'the '];
  let text = '"';
  for (let n = 0; n < 300; n += 1) {
    const kept = draw(4) === 0 ? draw(text.length) : text.length - draw(Math.min(text.length, 12));
    // Units are whole, so a text that is cut off between them is cut at the unit before.
    text = Array.from({ length: 1 + draw(400) }).reduce<string>(
      (made) => made + (units[draw(units.length)] ?? ''),
      text.slice(0, Math.max(1, kept)),
    );
    const { data: _, ...cut } = cutter.cut(text);
    const { data: __, ...alone } = new TextCutter().cut(text);
    expect(cut).toEqual(alone);
    if (text.length > 60_000) text = '"';
  }
});
