import type { SearchedTexts } from './find';
import { idAt } from './observation-columns';
import { type HeldTexts, OF_TRACE } from './text-plan';

/** Searches the texts that are held. Those of the trace itself are shown beside its first root, so that row is marked for them. */
export const searchedTexts = (held: HeldTexts): SearchedTexts => ({
  mark(columns, wanted, found) {
    const forms = formsOf(wanted.toLowerCase());
    const has = (id: string): boolean => {
      const text = held.get(id)?.text ?? '';
      return text !== '' && forms.some((form) => text.includes(form));
    };
    for (let row = 0; row < columns.count; row += 1) if (found[row] !== 1 && has(idAt(columns, row))) found[row] = 1;
    const root = columns.parent.indexOf(-1);
    if (root >= 0 && has(OF_TRACE)) found[root] = 1;
  },
});

/** Ways in which JSON has a text: in a string, and in JSON within a string, as many SDKs send it. */
function formsOf(text: string): readonly string[] {
  const once = JSON.stringify(text).slice(1, -1);
  return [...new Set([once, JSON.stringify(once).slice(1, -1)])];
}

/** At most two backslashes, those of JSON within a string: with any number the time would not be linear. */
const UNICODE_ESCAPE = /\\{1,2}u([0-9a-f]{4})/gi;
const FIRST_BEYOND_ASCII = 0x80;

/** JSON as it is searched: in lower case, and letters beyond ASCII not as escapes, which differ by case. */
export const searchedForm = (json: string): string =>
  json
    .replace(UNICODE_ESCAPE, (escape, hex: string) => {
      const unit = Number.parseInt(hex, 16);
      return unit < FIRST_BEYOND_ASCII ? escape : String.fromCharCode(unit);
    })
    .toLowerCase();
