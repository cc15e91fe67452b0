import { Digits, type Exact, isArray } from './exact-value';

interface PrintOptions {
  /** Spaces a level; 0 writes one line. */
  readonly indent?: number;
  /** Approximate number of characters after which the rest is omitted. */
  readonly most?: number;
  /** Characters above which a string is cut. */
  readonly longest?: number;
}

/** Depth below which values are omitted. */
const DEEPEST = 200;
const LEFT_OUT = '…';

/** Prints a value as JSON with the digits as sent. Values that are too long or too deep are printed as `…`. */
export function printExact(
  value: Exact,
  { indent = 2, most = Infinity, longest = Infinity }: PrintOptions = {},
): string {
  const pieces: string[] = [];
  let length = 0;
  const write = (piece: string): void => {
    pieces.push(piece);
    length += piece.length;
  };
  const line = (depth: number): void => {
    if (indent > 0) write(`\n${' '.repeat(indent * depth)}`);
  };
  const print = (each: Exact, depth: number): void => {
    if (typeof each !== 'object' || each === null || each instanceof Digits) {
      write(typeof each === 'string' && each.length > longest ? shortened(each, longest) : scalar(each));
      return;
    }
    const list = isArray(each);
    const entries: [string, Exact | undefined][] = Object.entries(each);
    if (entries.length === 0) {
      write(list ? '[]' : '{}');
      return;
    }
    write(list ? '[' : '{');
    for (const [n, [key, item]] of entries.entries()) {
      if (n > 0) write(indent > 0 ? ',' : ', ');
      line(depth + 1);
      if (length > most || depth > DEEPEST) {
        write(LEFT_OUT);
        break;
      }
      if (!list) write(`${JSON.stringify(key)}: `);
      if (item !== undefined) print(item, depth + 1);
    }
    line(depth);
    write(list ? ']' : '}');
  };
  print(value, 0);
  return pieces.join('');
}

const shortened = (text: string, longest: number): string =>
  `${JSON.stringify(text.slice(0, longest)).slice(0, -1)}${LEFT_OUT}" (${text.length} characters)`;

function scalar(value: null | boolean | number | string | Digits): string {
  return value instanceof Digits ? value.source : JSON.stringify(value);
}
