/** Returns whether a text has no lone surrogate, which is no character and which strict JSON readers refuse. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** Returns a text in its stored form (contract: Limits): U+0000 and lone surrogates become U+FFFD. */
export function storedText(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, '\ufffd');
}

/** Returns a JSON value in its stored form, with sorted members, so that two values can be compared as text. */
function storedValue(value: unknown): unknown {
  if (typeof value === 'string') return storedText(value);
  if (Array.isArray(value)) return value.map(storedValue);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, member]) => [storedText(key), storedValue(member)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : Number(a > b))));
}

/** Returns a JSON value as text that is the same for equal values, whatever the order of their members. */
export function canonical(value: unknown): string {
  return value === undefined ? 'undefined' : JSON.stringify(storedValue(value));
}

/** Returns the key by which a stored point is compared; two points may have the same key. */
export function pointKey(name: string, labels: unknown, value: number): string {
  // Negative zero does not exist here: JSON writes it as 0.
  return `${storedText(name)}\n${canonical(labels)}\n${value + 0}`;
}

/** Returns the `pointKey` with the point's time. @param micros since the epoch */
export const timedKey = (point: string, micros: bigint | string): string => `${point}\n${micros}`;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Returns the text of a JSON body; ignores a byte order mark. @throws TypeError for invalid UTF-8 */
export function bodyText(body: Buffer): string {
  return utf8.decode(body);
}

/** Parses JSON text; returns undefined for other text. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
