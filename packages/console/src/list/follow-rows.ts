/** Identity of a row, by which a list follows it. */
interface Row {
  readonly id: string;
}

/** Rows that stay in place while newer answers arrive. */
export interface Followed<Listed extends Row> {
  /** Shown rows in their old order, with their newest values. */
  readonly rows: readonly Listed[];
  /** Number of new rows that are not shown yet. */
  readonly waiting: number;
}

/**
 * Updates rows in place from the newest answer, so that no row moves under the user's pointer.
 * @param before total number of rows when the shown rows were put in place
 * @param now the newest rows, and their total number
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
    // If all rows of the page are new, the totals give a better lower bound.
    waiting: isAllNew ? Math.max(unseen, now.total - before) : unseen,
  };
}

/** Returns the ids that are new. */
export function newIds(before: readonly Row[], now: readonly Row[]): ReadonlySet<string> {
  const known = new Set(before.map(({ id }) => id));
  return new Set(now.flatMap(({ id }) => (known.has(id) ? [] : [id])));
}
