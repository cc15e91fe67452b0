import { HeldAnswers } from './held-answers';

const answer = (tag: string) => ({ tag, body: [tag] });

test('those that were used last are held', () => {
  const held = new HeldAnswers(2);
  held.put('a', answer('1'));
  held.put('b', answer('2'));
  held.get('a');
  held.put('c', answer('3'));
  expect(['a', 'b', 'c'].map((question) => held.get(question)?.tag)).toEqual(['1', undefined, '3']);
  held.put('a', answer('4'));
  expect([held.get('a')?.tag, held.get('c')?.tag]).toEqual(['4', '3']);
});

test('nothing is left of them afterwards', () => {
  const held = new HeldAnswers(2);
  held.put('a', answer('1'));
  held.clear();
  expect(held.get('a')).toBeUndefined();
});
