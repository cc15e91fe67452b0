import { findRows } from './find';
import { idOf, observation } from './fixture.testing';
import { searchedForm, searchedTexts } from './searched-texts';
import { columnsOf } from './observation-columns';
import { OF_TRACE } from './text-plan';

const columns = columnsOf([observation({ n: 1 }), observation({ n: 2, below: 1 }), observation({ n: 3 })]);

const find = (wanted: string, texts: Readonly<Record<string, unknown>>) => {
  const held = Object.entries(texts).map(
    ([id, value]) => [id, { updatedAt: 0, text: searchedForm(JSON.stringify(value)) }] as const,
  );
  return [...findRows(columns, wanted, searchedTexts(new Map(held)))];
};

test('a row is found by its texts, the first root by those of the trace itself', () => {
  const texts = { [idOf(2)]: 'where is Paris?', [idOf(3)]: { city: 'PARIS' } };
  expect(find('paris', texts)).toEqual([1, 2]);
  expect(find('paris', { ...texts, [OF_TRACE]: { region: 'Paris' } })).toEqual([0, 1, 2]);
  expect(find('step 2', texts)).toEqual([1]);
  expect(find('lyon', texts)).toEqual([]);
});

/** Escapes JSON like Python's `json.dumps`. */
const ascii = (json: string) => json.replace(/[\u0080-\uffff]/g, (unit) => `\\u00${unit.charCodeAt(0).toString(16)}`);

test.each(['she said "no"', 'one\ntwo', 'C:\\temp', 'Über café', 'ÜBER CAFÉ'])(
  '%j is found in a string, in JSON within a string, and in escapes of Unicode',
  (wanted) => {
    const text = 'Once she said "no"\nto one\ntwo of C:\\temp, Über Café and all';
    const json = JSON.stringify({ text });
    expect(find(wanted, { [idOf(1)]: text, [idOf(2)]: json, [idOf(3)]: ascii(json) })).toEqual([0, 1, 2]);
    expect(searchedForm(ascii(JSON.stringify(text)))).toBe(JSON.stringify(text).toLowerCase());
  },
);
