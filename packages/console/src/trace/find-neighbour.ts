/** Pages that are looked through where new traces have moved the one that is shown. */
const PAGES_LOOKED_AT = 3;

/** The ids of a page of a list, in its order. */
export interface Listed {
  readonly ids: readonly string[];
  readonly totalPages: number;
}

/** Where a trace stands in its list, and what comes before or after it. */
export interface Neighbour {
  readonly id: string;
  /** The page of the list that it is on. */
  readonly page_: number;
}

/**
 * The trace before or after another, in the order of a list.
 * @param readPage asks for a page, from 1
 * @returns undefined at an end of the list, and where the trace is not found near the page that it was on
 */
export async function neighbourOf(
  id: string,
  page_: number,
  step: 1 | -1,
  readPage: (page_: number) => Promise<Listed>,
): Promise<Neighbour | undefined> {
  for (let page = page_; page < page_ + PAGES_LOOKED_AT; page += 1) {
    const { ids, totalPages } = await readPage(page);
    const at = ids.indexOf(id);
    if (at === -1 && page < totalPages) continue;
    if (at === -1) return undefined;
    const beside = ids[at + step];
    if (beside !== undefined) return { id: beside, page_: page };
    const other = page + step;
    if (other < 1 || other > totalPages) return undefined;
    const { ids: others } = await readPage(other);
    const next = others.at(step === 1 ? 0 : -1);
    return next === undefined ? undefined : { id: next, page_: other };
  }
  return undefined;
}
