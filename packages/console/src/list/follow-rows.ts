/** What a list needs to know of a row to follow it. */
interface Row {
  readonly id: string;
}

/** Rows as they are shown while newer answers arrive. */
export interface Followed<Listed extends Row> {
  /** Where they were, as they are now. */
  readonly rows: readonly Listed[];
  /** How many others there are that are not shown yet. */
  readonly waiting: number;
}

/**
 * Rows that stay where they are, with what the newest answer knows of them: nothing moves under the pointer of who reads.
 * @param before how many there were in all when the rows were put there
 * @param now the newest answer, and how many there are in all
 */
export function follow<Listed extends Row>(
  shown: readonly Listed[],
  before: number,
  now: { readonly rows: readonly Listed[]; readonly total: number },
): Followed<Listed> {
  const known = new Set(shown.map(({ id }) => id));
  const newest = new Map(now.rows.map((row) => [row.id, row]));
  const unseen = now.rows.filter(({ id }) => !known.has(id)).length;
  const isAllNew = unseen === now.rows.length;
  return {
    rows: shown.map((row) => newest.get(row.id) ?? row),
    // A page that is all new tells at least how many there are.
    waiting: isAllNew ? Math.max(unseen, now.total - before) : unseen,
  };
}

/** The ids that were not there before. */
export function newIds(before: readonly Row[], now: readonly Row[]): ReadonlySet<string> {
  const known = new Set(before.map(({ id }) => id));
  return new Set(now.flatMap(({ id }) => (known.has(id) ? [] : [id])));
}
