/** Most pages that are read to find a trace again after new traces have moved it. */
const PAGES_LOOKED_AT = 3;

/** Ids of one page of a list, in the order of the list. */
export interface Listed {
  readonly ids: readonly string[];
  readonly totalPages: number;
}

/** Neighbour of a trace in its list. */
export interface Neighbour {
  readonly id: string;
  /** Page of the list that contains the neighbour, from 1. */
  readonly page_: number;
}

/**
 * Finds the trace before or after another in a list.
 * @param readPage reads a page, from 1
 * @returns undefined at either end of the list, and if the trace is not found near its former page
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
