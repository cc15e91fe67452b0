import { useEffect, useMemo, useReducer } from 'react';
import { type Branch, findChildren, pathOf, rootOf } from './branch';
import type { JsonTreeProps } from './json-text';
import { type Row, close, open, openPaths, openedAt, reveal, unfinished } from './outline';

/** Paths of open values, which stay open in the next observation. The initial paths are those that users read most. */
const remembered = new Set(['output', 'input', 'output[0]', 'output.message', 'output.choices']);
const MAX_REMEMBERED = 500;

/** Milliseconds of one portion of the search for children, and characters between two checks of the clock. */
const SLICE_MS = 12;
const SLICE = 128 * 1024;

interface Outline {
  readonly root: Branch;
  /** Number that changes with the set of rows. */
  readonly version: number;
  readonly toggle: (row: Row) => void;
  /** Opens the ancestors of an offset. */
  readonly show: (offset: number) => Row | undefined;
}

/** Open rows of some values. Children of long values are found in portions between frames. */
export function useOutline(text: string, values: JsonTreeProps['values']): Outline {
  const [version, redraw] = useReducer((count: number) => count + 1, 0);
  const root = useMemo(() => {
    const made = rootOf(
      text,
      values.map(({ name, start }) => [name, start]),
    );
    openPaths(made, remembered);
    return made;
  }, [text, values]);

  useEffect(() => {
    if (unfinished(root).length === 0) return undefined;
    const timer = setTimeout(() => {
      const end = performance.now() + SLICE_MS;
      for (const branch of unfinished(root)) {
        while (!branch.isDone && performance.now() < end) findChildren(branch, SLICE);
      }
      redraw();
    });
    return () => clearTimeout(timer);
  }, [root, version]);

  const toggle = (row: Row): void => {
    const path = pathOf(row.branch, row.index);
    if (openedAt(row) === undefined) {
      const opened = open(row);
      if (opened === undefined) return;
      if (remembered.size < MAX_REMEMBERED) remembered.add(path);
      openPaths(opened, remembered);
    } else {
      remembered.delete(path);
      close(row);
    }
    redraw();
  };
  const show = (offset: number): Row | undefined => {
    const row = reveal(root, offset);
    redraw();
    return row;
  };
  return { root, version, toggle, show };
}
