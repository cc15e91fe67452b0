import { listed } from './list-keys';
import type { Key, KeyGroup } from './match';

const key = (name: string, help: string): Key => ({ key: name, help, run: () => undefined });

test('keys are listed by what they do, without those that others have taken', () => {
  const all: readonly KeyGroup[] = [
    { title: 'Everywhere', keys: [key('r', 'refresh'), key('c', 'link')] },
    { title: 'Traces', keys: [key('j', 'next'), key('ArrowDown', 'next')] },
    { title: 'Traces', keys: [key('r', 'refresh the list'), key('j', 'next of another')] },
  ];
  expect(listed(all).map(({ title, actions }) => [title, actions.map(({ keys, help }) => [help, ...keys])])).toEqual([
    [
      'Traces',
      [
        ['refresh the list', 'r'],
        ['next of another', 'j'],
        ['next', 'ArrowDown'],
      ],
    ],
    ['Everywhere', [['link', 'c']]],
  ]);
});
