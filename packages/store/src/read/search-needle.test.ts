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

/** Whether JSON text, in lower case, may contain a text by what is known of it. */
const mayContain = (json: string, text: string): boolean => {
  const { plain, escaped, escapes } = needleOf(text).probes ?? { plain: [''], escaped: [], escapes: [] };
  const has = (probe: string): boolean => json.includes(probe);
  return plain.some(has) || (escapes.some(has) && escaped.some(has));
};
const escape = (text: string): string =>
  text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

it('knows what JSON text has wherever it has the needle', () => {
  expect(needleOf('Say "hello/w"').probes).toMatchObject({ plain: ['hello'], escapes: ['\\u00'] });
  expect(needleOf('"\\/\n').probes).toBeUndefined();
  expect(needleOf('a你').probes?.plain).toEqual(['你']);
  expect(needleOf('a你好').probes?.plain).toEqual(['你好']);
  expect(needleOf('Σ').probes?.plain.toSorted()).toEqual(['Σ', 'ς', 'σ'].sort());
});

it.each(['hello 9', 'Ж', 'привет', '你好', 'x\u{1F600}y', '\u{10400}é', 'ΟΔΟΣ', '<a>'])(
  'finds %s however a sender escapes it',
  (text) => {
    const forms = ['', 'ab'].map((around) => `${around}${text}${around}`);
    for (const form of [
      ...forms,
      ...forms.map((each) => each.toUpperCase()),
      ...forms.map((each) => each.toLowerCase()),
    ]) {
      const characters = Array.from(form);
      for (let mask = 0; mask < 2 ** Math.min(characters.length, 9); mask += 1) {
        const json = characters.map((each, n) => (mask & (1 << (n % 9)) ? escape(each) : each)).join('');
        const low = json.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
        expect([json, mayContain(low, text)]).toEqual([json, true]);
      }
    }
  },
);

it.each([
  ['hello', 'a \\u003chollow\\u003e'],
  ['привет', 'папка \\u043f\\u043c'],
  ['你好', '你 \\u597d'],
])('does not take %s for a part of %s', (text, json) => expect(mayContain(json, text)).toBe(false));
