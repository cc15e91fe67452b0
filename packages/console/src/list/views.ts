import { localSetting, useLocalSetting } from '../ui/local-setting';
import { DEFAULT_LIST, type TracesAddress, readList, writeList } from '../url/list-address';

/** A list with a name, kept in this browser. */
export interface SavedView {
  readonly name: string;
  /** Of the address of the list: `userId=ada&range=7d`. */
  readonly query: string;
}

/** More than anybody keeps apart. */
const MOST_VIEWS = 100;
export const MOST_NAME = 80;

const kept = localSetting('views', readViews);

export const useSavedViews = (): readonly SavedView[] => useLocalSetting(kept);

/** Keeps what a place shows. A view of the same name is replaced. */
export function saveView(name: string, address: TracesAddress): void {
  const others = kept.get().filter((view) => view.name !== name);
  kept.set([...others, { name, query: queryOf(address) }].slice(-MOST_VIEWS));
}

export function forgetView(name: string): void {
  kept.set(kept.get().filter((view) => view.name !== name));
}

/** The list that a view shows. */
export const addressOfView = ({ query }: SavedView): TracesAddress => ({
  page: 'traces',
  ...readList(new URLSearchParams(query)),
});

/** What a view keeps of a list: all but the page. */
export const queryOf = (address: TracesAddress): string => listQuery({ ...address, page_: DEFAULT_LIST.page_ });

/** The query of the address of a list. */
export const listQuery = (address: TracesAddress): string => writeList(address).split('?')[1] ?? '';

function readViews(stored: unknown): readonly SavedView[] {
  if (!Array.isArray(stored)) return [];
  return stored
    .filter((view): view is SavedView => {
      const { name, query } = (view ?? {}) as Partial<Record<keyof SavedView, unknown>>;
      return typeof name === 'string' && typeof query === 'string';
    })
    .slice(-MOST_VIEWS);
}
