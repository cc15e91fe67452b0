import { needleOf } from './search-needle';

it.each([
  ['Ab[', 'ab['],
  ['%_\\', '%_\\'],
  ['İIıi', 'İiıi'],
  ['K\u212a\u017fs', 'k\u212a\u017fs'],
  ['ß', 'ß'],
])('looks for %s as %s', (text, sought) => expect(needleOf(text).text).toBe(sought.replace('ß', needleOf('ẞ').text)));

it.each([
  ['É', 'é'],
  ['ΟΔΟΣ', 'οδος'],
  ['ЖЁ', 'жё'],
  ['Ǆ', 'ǅ'],
  ['\u{10400}', '\u{10428}'],
])('%s and %s are the same', (one, other) => {
  const [a, b] = [needleOf(one), needleOf(other)];
  expect(a.text).toBe(b.text);
  expect(a.caseMappings).toEqual(b.caseMappings);
  expect(a.caseMappings.length).toBeGreaterThan(0);
});

it('makes nothing of letters without case, of accents and of what only looks the same', () => {
  for (const text of ['你好', 'مرحبا', 'हिन्दी', 'שלום', '\u0301', '\u{1F600}']) {
    expect(needleOf(text)).toMatchObject({ text, caseMappings: [] });
  }
  expect(needleOf('e\u0301').text).not.toBe(needleOf('\u00e9').text);
});

it('knows what JSON text has wherever it has the needle', () => {
  expect(needleOf('Say "hello/w"').probes).toEqual(['hello', '\\u00']);
  expect(needleOf('"\\/\n').probes).toBeUndefined();
  expect(needleOf('a你').probes).toEqual(['你', '\\u4f60']);
  expect(needleOf('\u{1F600}').probes).toEqual(['\u{1F600}', '\\ud83d\\ude00']);
  expect([...(needleOf('Σ').probes ?? [])].sort()).toEqual(['\\u03a3', '\\u03c2', '\\u03c3', 'Σ', 'ς', 'σ'].sort());
});
