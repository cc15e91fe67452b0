/** Text of about this many bytes in JSON; the product treats more than 1 MiB in another way. */
export interface Pattern {
  readonly name: string;
  readonly text: (length: number) => string;
}

/** Repeats two units, the second as often as the first. */
const pattern = (open: string, close = ''): Pattern => ({
  name: JSON.stringify(`${open}…${close}`),
  text: (length) => {
    const bytes = Buffer.byteLength(JSON.stringify(open + close)) - '""'.length;
    const times = Math.max(1, Math.floor(length / bytes));
    return open.repeat(times) + close.repeat(times);
  },
});

const UNITS = [
  ...['a', 'aA', '0', ' ', '.', ',', '-', '_', '/', '=', '+', '%20', '"', '\\', '\\"', '{"', '"a":', '1T11:', '.0'],
  ...['1e', 'é', '\ud83d', '\0', '\n', 'header.', 'headers.x-api-key.', 'token ', 'llm.input_messages.0.', 'Bearer '],
];

/** Texts that text readers handle badly: separators, quotes and escapes, digits, brackets, halves of characters, JSON in text. */
export const PATTERNS: readonly Pattern[] = [
  ...UNITS.map((unit) => pattern(unit)),
  ...[pattern('[', ']'), pattern('{"a":', '}'), pattern('{"headers":', '}')],
  { name: 'a list of numbers', text: (length) => `[${'1,'.repeat(length / 2)}1]` },
];
