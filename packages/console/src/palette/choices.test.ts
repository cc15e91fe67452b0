import { PAGES } from '../shell/pages';
import { type Address, defineAddresses } from '../url/address';
import { type Choice, choicesFor } from './choices';

defineAddresses(PAGES);

const went: (Address | string)[] = [];
const jumps = {
  go: (to: Address) => void went.push(to),
  goToId: (id: string) => void went.push(`any ${id}`),
  goToObservation: (id: string) => void went.push(id),
};
beforeEach(() => void went.splice(0));

const known: readonly Choice[] = ['Light theme', 'Traces', 'next error', 'Sign out'].map((title) => ({
  title,
  hint: title === 'next error' ? 'Waterfall' : 'page',
  run: () => void went.push(title),
}));

const titles = (text: string) => choicesFor(text, known, jumps).map(({ title }) => title);

test('without a text there is all that is known', () => {
  expect(titles('  ')).toEqual(known.map(({ title }) => title));
});

test('words are found in any order, in the title or the hint', () => {
  expect(titles('waterfall ERR')[0]).toBe('next error');
  expect(titles('t')[0]).toBe('Traces');
  expect(titles('ac').some((title) => title === 'Traces')).toBe(false);
});

test('an id comes first, and leads there', () => {
  const id = '5b8efff798038103d269b633813fc60c';
  choicesFor(id, known, jumps)[0]?.run();
  choicesFor('eee19b7ec3c1b174', known, jumps)[0]?.run();
  expect(went).toEqual([`any ${id}`, 'eee19b7ec3c1b174']);
});

test('any text can be searched for', () => {
  const named = choicesFor('a & b', known, jumps).find(({ title }) => title === 'Traces named “a & b”');
  named?.run();
  expect(went[0]).toMatchObject({ page: 'traces', range: '7d', filters: [{ name: 'name', value: 'a & b' }] });
});

test('values that begin so come last, and lead to the session or to the traces', () => {
  const found = [
    { field: 'sessionId', value: 'chat-1' },
    { field: 'userId', value: 'charles' },
  ] as const;
  const choices = choicesFor('cha', known, jumps, found);
  expect(choices.slice(0, -2)).toHaveLength(choicesFor('cha', known, jumps).length);
  expect(choices.slice(-2).map(({ title, hint }) => [title, hint])).toEqual([
    ['chat-1', 'session'],
    ['charles', 'user, last 7 days'],
  ]);
  for (const choice of choices.slice(-2)) choice.run();
  expect(went).toMatchObject([
    { page: 'session', id: 'chat-1' },
    { page: 'traces', range: '7d', filters: [{ name: 'userId', value: 'charles' }] },
  ]);
});
