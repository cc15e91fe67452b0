import fc from 'fast-check';
import { membersOf, sliceOf } from './observation-text';

test('each member is the text that was sent', async () => {
  const text = '{ "id": "a" , "input":{"n":9007199254740993 } ,"output" : [1.0, 2],"none":null, "last": 7 }';
  const observation = await membersOf(text);
  expect(['id', 'input', 'output', 'none', 'last'].map((name) => sliceOf(observation, name))).toEqual([
    '"a"',
    '{"n":9007199254740993 }',
    '[1.0, 2]',
    undefined,
    '7',
  ]);
});

test('members of any object are those that JSON.parse finds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(0, 2), async (object, indent) => {
      const text = JSON.stringify(object, undefined, indent);
      const { members } = await membersOf(text);
      const found = [...members].map(([name, { start, end }]) => [name, JSON.parse(text.slice(start, end)) as unknown]);
      const expected = Object.entries(JSON.parse(text) as object).filter(([, value]) => value !== null);
      expect(new Map(found as [string, unknown][])).toEqual(new Map(expected));
    }),
  );
});
