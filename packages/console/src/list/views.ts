import { keep, useKept } from '../ui/local-setting';
import { DEFAULT_LIST, type TracesPlace, readList, writeList } from '../url/list-place';

/** A list with a name, kept in this browser. */
export interface SavedView {
  readonly name: string;
  /** Of the address of the list: `userId=ada&range=7d`. */
  readonly query: string;
}

/** More than anybody keeps apart. */
const MOST_VIEWS = 100;
export const MOST_NAME = 80;

const kept = keep('views', readViews);

export const useSavedViews = (): readonly SavedView[] => useKept(kept);

/** Keeps what a place shows. A view of the same name is replaced. */
export function saveView(name: string, place: TracesPlace): void {
  const others = kept.get().filter((view) => view.name !== name);
  kept.set([...others, { name, query: queryOf(place) }].slice(-MOST_VIEWS));
}

export function forgetView(name: string): void {
  kept.set(kept.get().filter((view) => view.name !== name));
}

/** The list that a view shows. */
export const placeOfView = ({ query }: SavedView): TracesPlace => ({
  page: 'traces',
  ...readList(new URLSearchParams(query)),
});

/** What a view keeps of a list: all but the page. */
export const queryOf = (place: TracesPlace): string => listQuery({ ...place, page_: DEFAULT_LIST.page_ });

/** The query of the address of a list. */
export const listQuery = (place: TracesPlace): string => writeList(place).split('?')[1] ?? '';

function readViews(stored: unknown): readonly SavedView[] {
  if (!Array.isArray(stored)) return [];
  return stored
    .filter((view): view is SavedView => {
      const { name, query } = (view ?? {}) as Partial<Record<keyof SavedView, unknown>>;
      return typeof name === 'string' && typeof query === 'string';
    })
    .slice(-MOST_VIEWS);
}
