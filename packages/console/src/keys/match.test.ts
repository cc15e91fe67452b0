import { type Key, type KeyGroup, type Press, choose, nameOf } from './match';

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isAltGraph: false,
  ...more,
});

test.each<[Press, string | undefined]>([
  [press('j'), 'j'],
  [press('E', { shiftKey: true }), 'E'],
  [press('?', { shiftKey: true }), '?'],
  [press('k', { ctrlKey: true }), 'Mod+k'],
  [press('K', { metaKey: true }), 'Mod+k'],
  [press('K', { ctrlKey: true, shiftKey: true }), undefined],
  [press('j', { altKey: true }), undefined],
  [press('[', { isAltGraph: true }), '['],
  [press('[', { isAltGraph: true, ctrlKey: true, altKey: true }), '['],
])('%j is the key %s', (event, name) => {
  expect(nameOf(event)).toBe(name);
});

const key = (name: string, help = name): Key => ({ key: name, help, run: () => undefined });
const groups: readonly KeyGroup[] = [
  { title: 'Everywhere', keys: [key('g t'), key('g g'), key('c', 'link')] },
  { title: 'Page', keys: [key('t'), key('c', 'link of the row')] },
];

test('two keys are those of a pair while the second is quick', () => {
  const before = { name: 'g', at: 1000 };
  expect(choose(groups, 't', 1999, before)?.key).toBe('g t');
  expect(choose(groups, 't', 2000, before)?.key).toBe('t');
  expect(choose(groups, 'g', 1500, before)?.key).toBe('g g');
  expect(choose(groups, 'x', 1500, before)).toBeUndefined();
});

test('what was shown last has a key that two groups name', () => {
  expect(choose(groups, 'c', 0, undefined)?.help).toBe('link of the row');
});
