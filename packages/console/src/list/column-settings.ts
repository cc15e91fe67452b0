import { useMemo, useSyncExternalStore } from 'react';
import { localSetting, useLocalSetting } from '../ui/local-setting';
import { type ColumnLayout, readLayout, shownColumns } from './column-layout';
import type { ColumnId } from './columns';

const kept = localSetting('columns', readLayout);

/** Stores the columns of the list in this browser. */
export const setColumns = kept.set;

/** Parts of a card, which replaces a row on a phone. */
const CARD: readonly ColumnId[] = ['name', 'timestamp', 'input', 'latency', 'totalTokens', 'totalCost'];

export interface ShownColumns {
  readonly layout: ColumnLayout;
  readonly shown: readonly ColumnId[];
  readonly isCards: boolean;
}

/** Returns the columns that are shown now. */
export function useColumns(): ShownColumns {
  const layout = useLocalSetting(kept);
  const isWide = useMedia('(min-width: 1200px)');
  const isCards = useMedia('(max-width: 640px)');
  return useMemo(
    () => ({ layout, shown: isCards ? CARD : shownColumns(layout, isWide), isCards }),
    [layout, isWide, isCards],
  );
}

function useMedia(query: string): boolean {
  const list = useMemo(() => matchMedia(query), [query]);
  return useSyncExternalStore(
    (listener) => {
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => list.matches,
  );
}
