import type { Fields } from '@sluice/runtime';
import { writerProcessFields } from './config';

test('--help tells of every setting what it is for, under a heading', () => {
  const fields: Fields = writerProcessFields;
  const untold = Object.values(fields).filter(({ about, group }) => about === undefined || group === undefined);
  expect(untold.map(({ name }) => name)).toEqual([]);
});
