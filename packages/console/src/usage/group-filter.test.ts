import { groupQueries } from './group-filter';

test('groups are asked for by their values, and what has none by that', () => {
  expect(groupQueries('userId', [{ name: 'name', value: 'chat' }], ['ada', null, ''])).toEqual([
    {
      filter: JSON.stringify([
        { type: 'stringOptions', column: 'name', operator: 'any of', value: ['chat'] },
        { type: 'stringOptions', column: 'userId', operator: 'any of', value: ['ada'] },
      ]),
      ofValues: ['ada'],
    },
    {
      filter: JSON.stringify([
        { type: 'stringOptions', column: 'name', operator: 'any of', value: ['chat'] },
        { type: 'null', column: 'userId', operator: 'is null' },
      ]),
      ofValues: [null],
    },
  ]);
});

test('of tags any of them will do', () => {
  expect(groupQueries('tags', [], ['a', 'b'])[0]?.filter).toBe(
    JSON.stringify([{ type: 'arrayOptions', column: 'tags', operator: 'any of', value: ['a', 'b'] }]),
  );
});

test('of values that are too long together the first are asked for', () => {
  const values = Array.from({ length: 50 }, (_, n) => `${n}`.padEnd(900, 'x'));
  const [query] = groupQueries('sessionId', [], values);
  expect(query?.filter?.length).toBeLessThanOrEqual(8_000);
  expect(query?.ofValues).toEqual(values.slice(0, 6));
});
