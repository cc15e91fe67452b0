import { repeatEachOther } from './find-repetition';
import { drawn } from './passages.testing';

/** Text of 600 bytes by its number; those of different numbers have nothing in common. */
function passage(number: number): string {
  const draw = drawn(number * 7919 + 1);
  return Array.from({ length: 100 }, () => `é${draw(10_000)}`).join('');
}

/** Passages from a number on, as one text. */
const text = (from: number, passages = 12): string =>
  Array.from({ length: passages }, (_, n) => passage(from + n)).join('');

test('texts of their own do not repeat each other', () => {
  expect(repeatEachOther([text(0), text(100), text(200), text(300)])).toBe(false);
});

test('a text that grows repeats, wherever its new part is', () => {
  expect(repeatEachOther([text(0), `${text(0)}${text(100, 2)}`])).toBe(true);
  expect(repeatEachOther([text(0), `${text(100, 2)}${text(0)}`])).toBe(true);
  expect(repeatEachOther([text(0), `${text(0, 6)}${text(100, 2)}${text(6, 6)}`])).toBe(true);
});

test('a share of repeated passages decides', () => {
  const own = [text(100), text(200), text(300), text(400)];
  expect(repeatEachOther([text(0, 3), ...own, text(0, 3)])).toBe(false);
  expect(repeatEachOther([...own, ...Array.from({ length: 6 }, () => text(0, 6))])).toBe(true);
});

test('a text that repeats itself does not repeat another one', () => {
  const once = text(0, 1);
  expect(repeatEachOther([once.repeat(8)])).toBe(false);
  expect(repeatEachOther([once.repeat(8), text(100)])).toBe(false);
  expect(repeatEachOther([once, text(100, 1), once])).toBe(true);
});

test('repetition among the first texts decides without the others', () => {
  const growing = Array.from({ length: 8 }, (_, n) => text(0, 4 * n + 4));
  const own = Array.from({ length: 200 }, (_, n) => text(100 + 20 * n));
  expect(repeatEachOther([...growing, ...own])).toBe(true);
  expect(repeatEachOther([...own, ...growing])).toBe(false);
  expect(repeatEachOther([...own, ...own])).toBe(true);
});
