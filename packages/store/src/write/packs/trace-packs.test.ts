import { PACK_BYTES } from '../../packs/pack-format';
import { TextCutter } from '../../packs/cut-text';
import { type NewPack, TracePacks } from './trace-packs';

const word = (n: number): string => `${(Math.imul(n, 2_654_435_761) >>> 0).toString(36)} `;
const passage = (from: number, words: number): string =>
  JSON.stringify(Array.from({ length: words }, (_, n) => word(from + n)).join(''));

/** Returns address and bytes of each range of a reference, one after the other. */
const numbersOf = (reference: string | null): number[] =>
  /\{([^}]*)\}/
    .exec(reference ?? '')?.[1]
    ?.split(',')
    .map(Number) ?? [];

/** Returns the text of a reference, read from packs alone. */
function textIn(packs: readonly NewPack[], reference: string | null): string {
  const numbers = numbersOf(reference);
  const bytes: number[] = [];
  for (let n = 0; n < numbers.length; n += 2) {
    for (let at = numbers[n] as number; at < (numbers[n] as number) + (numbers[n + 1] as number); at += 1) {
      bytes.push(packs.find(({ no }) => no === Math.floor(at / PACK_BYTES))?.body[at % PACK_BYTES] as number);
    }
  }
  return Buffer.from(bytes).toString();
}

const bytesOf = (packs: readonly NewPack[]): number => packs.reduce((sum, { body }) => sum + body.length, 0);

test('a short text stays as it is', () => {
  const packs = new TracePacks([], new TextCutter());
  expect(packs.pack(null)).toBeNull();
  expect(packs.pack(`"${'a'.repeat(1021)}"`)).toBe(`"${'a'.repeat(1021)}"`);
  expect(packs.take()).toEqual([]);
});

test('a conversation that grows is stored once', () => {
  const packs = new TracePacks([], new TextCutter());
  const texts = Array.from({ length: 20 }, (_, n) => passage(0, 400 * (n + 1)));
  const references = texts.map((text) => packs.pack(text));
  const made = packs.take();
  expect(references.map((reference) => textIn(made, reference))).toEqual(texts);
  const longest = Buffer.byteLength(texts.at(-1) ?? '');
  // The last piece of each text ends with the text, and is no piece of the next one.
  expect(bytesOf(made)).toBeLessThan(longest + 20 * 4096);
  expect(made.every(({ body }) => body.length <= PACK_BYTES)).toBe(true);
});

test('a range lies in one pack, also behind a full one', () => {
  const packs = new TracePacks([], new TextCutter());
  const numbers = numbersOf(packs.pack(passage(438_000, 3000)));
  expect(packs.take()[2]?.body).toHaveLength(PACK_BYTES);
  const last = numbers.flatMap((bytes, n) => (n % 2 === 1 ? [(numbers[n - 1] as number) + bytes - 1] : []));
  const packOf = (address: number): number => Math.floor(address / PACK_BYTES);
  expect(last.map(packOf)).toEqual(numbers.filter((_, n) => n % 2 === 0).map(packOf));
});

test('pieces of stored packs are found again, and new packs have new numbers', () => {
  const first = new TracePacks([], new TextCutter());
  const before = first.pack(passage(0, 3000));
  const stored = first.take();
  const second = new TracePacks(stored, new TextCutter());
  const again = second.pack(passage(0, 3000));
  const longer = second.pack(passage(0, 4000));
  const added = second.take();
  expect(again).toBe(before);
  expect(Math.min(...added.map(({ no }) => no))).toBe(stored.length);
  expect(textIn([...stored, ...added], longer)).toBe(passage(0, 4000));
});

test('a piece of another trace is stored again', () => {
  const cutter = new TextCutter();
  const text = passage(0, 3000);
  for (const packs of [new TracePacks([], cutter), new TracePacks([], cutter)]) {
    const reference = packs.pack(text);
    expect(textIn(packs.take(), reference)).toBe(text);
  }
});

test('a stored reference to the same text stays, also where its pieces are unknown', () => {
  const text = passage(0, 3000);
  const stored = new TracePacks([], new TextCutter()).pack(text);
  const unknown = new TracePacks([], new TextCutter());
  expect(unknown.pack(text, stored)).toBe(stored);
  expect(unknown.pack(passage(1, 3000), stored)).not.toBe(stored);
  expect(unknown.pack(stored)).toBe(stored);
});
