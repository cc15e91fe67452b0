/**
 * Writes a count with its noun, for messages to people: `plural(1, 'point')` is `1 point`, `plural(0, 'point')` is `0 points`.
 * @param many the plural, if it is not the singular with an s
 */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
