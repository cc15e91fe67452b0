const DEEPEST = 8;

/**
 * Formats a value in one line: a text unchanged, any other value as JSON with spaces. Reads no more of the value than is shown.
 * @param most characters, after which it ends with `…`
 */
export function briefly(value: unknown, most: number): string {
  let text = '';
  const isFull = (): boolean => text.length > most;
  const write = (part: string): void => {
    text += part.slice(0, most + 1 - text.length);
  };
  const list = (
    open: string,
    items: Iterable<readonly [name: string, value: unknown]>,
    close: string,
    depth: number,
  ) => {
    write(open);
    let separator = ' ';
    for (const [name, item] of items) {
      if (isFull()) return;
      write(separator);
      write(name);
      walk(item, depth + 1);
      separator = ', ';
    }
    write(separator === ' ' ? close : ` ${close}`);
  };
  const walk = (each: unknown, depth: number): void => {
    if (typeof each === 'string')
      write(depth === 0 ? each.slice(0, most + 1) : JSON.stringify(each.slice(0, most + 1)));
    else if (typeof each !== 'object' || each === null) write(String(each));
    else if (depth === DEEPEST) write('…');
    else if (Array.isArray(each)) list('[', elementsOf(each), ']', depth);
    else list('{', membersOf(each), '}', depth);
  };
  walk(value, 0);
  const line = text.replaceAll('\n', ' ');
  return line.length > most ? `${line.slice(0, most)}…` : line;
}

function* elementsOf(array: readonly unknown[]): Generator<[string, unknown]> {
  for (const element of array) yield ['', element];
}

function* membersOf(object: object): Generator<[string, unknown]> {
  for (const name in object) yield [`${JSON.stringify(name)}: `, (object as Readonly<Record<string, unknown>>)[name]];
}
