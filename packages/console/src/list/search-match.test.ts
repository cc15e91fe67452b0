import fc from 'fast-check';
import { foundIn } from './search-match';

test('what was searched for is found whatever the case, and shown as it is written', () => {
  expect(foundIn('My Camera crashes', 'CAMERA')).toEqual({ before: 'My ', found: 'Camera', after: ' crashes' });
  expect(foundIn('Ärger', 'äR')).toMatchObject({ found: 'Är' });
  expect(foundIn('nothing of it', 'camera')).toBeUndefined();
  expect(foundIn('anything', '')).toBeUndefined();
});

test('of a long beginning the end is left, so that what was found is seen', () => {
  const of = (before: string) => foundIn(`${before}camera`, 'camera')?.before;
  expect(of(`${'x'.repeat(200)}, and then the `)).toBe('… and then the ');
  expect(of('x'.repeat(200))).toBe(`… ${'x'.repeat(16)}`);
  expect(of(`${'x'.repeat(200)} `)).toBe(`… ${'x'.repeat(15)} `);
});

test('where lower case is longer, case counts', () => {
  expect(foundIn('İİ camera', 'camera')).toMatchObject({ found: 'camera' });
  expect(foundIn('İİ camera', 'CAMERA')).toBeUndefined();
});

test('what is found and what follows is the text', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 });
  fc.assert(
    fc.property(text, text, text, (before, sought, after) => {
      fc.pre(sought !== '');
      const whole = before + sought + after;
      const address = foundIn(whole, sought);
      expect(whole.endsWith(`${address?.found}${address?.after}`)).toBe(true);
    }),
  );
});
