import { localSetting, useLocalSetting } from '../ui/local-setting';
import { DEFAULT_LIST, TRACES, type TracesAddress } from '../url/list-address';
import { writeQuery } from '../url/query';

/** Named list, stored in this browser. */
export interface SavedView {
  readonly name: string;
  /** Query of the list's address: `userId=ada&range=7d`. */
  readonly query: string;
}

/** Most views, and most characters of a name. */
const MAX_VIEWS = 100;
export const MAX_NAME_LENGTH = 80;

const kept = localSetting('views', readViews);

export const useSavedViews = (): readonly SavedView[] => useLocalSetting(kept);

/** Stores an address as a view. A view of the same name is replaced. */
export function saveView(name: string, address: TracesAddress): void {
  const others = kept.get().filter((view) => view.name !== name);
  kept.set([...others, { name, query: queryOf(address) }].slice(-MAX_VIEWS));
}

export function forgetView(name: string): void {
  kept.set(kept.get().filter((view) => view.name !== name));
}

/** Returns the address of a view. */
export const addressOfView = ({ query }: SavedView): TracesAddress => TRACES.read(new URLSearchParams(query));

/** Returns the stored query of a list: all parameters except the page. */
export const queryOf = (address: TracesAddress): string => listQuery({ ...address, page_: DEFAULT_LIST.page_ });

/** Returns the query of a list's address. */
export const listQuery = (address: TracesAddress): string => writeQuery(TRACES.write(address));

function readViews(stored: unknown): readonly SavedView[] {
  if (!Array.isArray(stored)) return [];
  return stored
    .filter((view): view is SavedView => {
      const { name, query } = (view ?? {}) as Partial<Record<keyof SavedView, unknown>>;
      return typeof name === 'string' && typeof query === 'string';
    })
    .slice(-MAX_VIEWS);
}
