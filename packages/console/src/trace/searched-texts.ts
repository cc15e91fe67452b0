import type { SearchedTexts } from './find';
import { idAt } from './observation-columns';
import { type HeldTexts, OF_TRACE } from './text-plan';

/** Searches the held texts. The first root shows the texts of the trace itself, so matches in these mark that row. */
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

/** Returns the forms that a text has in JSON: in a string, and in JSON within a string, which many SDKs send. */
function formsOf(text: string): readonly string[] {
  const once = JSON.stringify(text).slice(1, -1);
  return [...new Set([once, JSON.stringify(once).slice(1, -1)])];
}

/** Escape with one or two backslashes; two occur in JSON within a string. An unlimited number would not be linear. */
const UNICODE_ESCAPE = /\\{1,2}u([0-9a-f]{4})/gi;
const FIRST_BEYOND_ASCII = 0x80;

/** Converts JSON to the form that is searched: lower case, and letters beyond ASCII unescaped, because escapes differ by case. */
export const searchedForm = (json: string): string =>
  json
    .replace(UNICODE_ESCAPE, (escape, hex: string) => {
      const unit = Number.parseInt(hex, 16);
      return unit < FIRST_BEYOND_ASCII ? escape : String.fromCharCode(unit);
    })
    .toLowerCase();
