import type { Fields } from '@sluice/runtime';
import { queryProcessFields } from './config';

test('--help tells of every setting what it is for, under a heading', () => {
  const fields: Fields = queryProcessFields;
  const untold = Object.values(fields).filter(({ about, group }) => about === undefined || group === undefined);
  expect(untold.map(({ name }) => name)).toEqual([]);
});
