/** Joins items to a JSON body, and finds the text values of members at the start of each item. */
export function joinItems<Name extends string>(
  head: string,
  items: readonly string[],
  tail: string,
  names: readonly Name[],
): { readonly body: Buffer; readonly offsets: readonly Readonly<Partial<Record<Name, number>>>[] } {
  let at = Buffer.byteLength(head);
  const offsets = items.map((item) => {
    const found = offsetsOf(item, names, at);
    at += Buffer.byteLength(item) + 1;
    return found;
  });
  return { body: Buffer.from(`${head}${items.join(',')}${tail}`), offsets };
}

/** @param at offset of the item in its body */
export function offsetsOf<Name extends string>(
  item: string,
  names: readonly Name[],
  at: number,
): Readonly<Partial<Record<Name, number>>> {
  const offsets: Partial<Record<Name, number>> = {};
  for (const name of names) {
    const member = `"${name}":"`;
    const found = item.indexOf(member);
    if (found >= 0) offsets[name] = at + found + member.length;
  }
  return offsets;
}
