/** Whether a text has no lone surrogate, which is no character and which strict readers of JSON refuse. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** A text as it is stored (contract: Limits): U+0000 and lone surrogates become U+FFFD. */
export function storedText(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, '\ufffd');
}

/** A JSON value as it is stored, its members in one order so that two of them compare as text. */
function storedValue(value: unknown): unknown {
  if (typeof value === 'string') return storedText(value);
  if (Array.isArray(value)) return value.map(storedValue);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, member]) => [storedText(key), storedValue(member)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : Number(a > b))));
}

/** Two JSON values as text: the same where they are equal, whatever the order of their members. */
export function canonical(value: unknown): string {
  return value === undefined ? 'undefined' : JSON.stringify(storedValue(value));
}

/** What a stored point is compared by; two points may have the same key. */
export function pointKey(name: string, labels: unknown, value: number): string {
  // There is no negative zero here: JSON writes it as 0.
  return `${storedText(name)}\n${canonical(labels)}\n${value + 0}`;
}

/** As `pointKey`, of a point whose time is compared too. @param micros since the epoch */
export const timedKey = (point: string, micros: bigint | string): string => `${point}\n${micros}`;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The text of a JSON body; a byte order mark is ignored. @throws TypeError for what is not UTF-8 */
export function bodyText(body: Buffer): string {
  return utf8.decode(body);
}

/** The value of a text that is JSON; undefined for other text. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
