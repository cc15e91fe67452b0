/**
 * A count in words, for messages that people read: `counted(1, 'point')` is `1 point`, `counted(0, 'point')` is `0 points`.
 * @param many the plural, where it is not the singular with an s
 */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
