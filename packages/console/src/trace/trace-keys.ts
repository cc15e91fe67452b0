import { type KeyboardEvent, useMemo, useRef } from 'react';
import { useKeys } from '../keys/keys';
import type { Key } from '../keys/match';
import type { TraceActions } from './actions';

/** Rows that the page keys move. */
const PAGE_OF_ROWS = 20;

interface KeyActions extends TraceActions {
  readonly find: () => void;
  readonly refresh: () => void;
  readonly openDetail: () => void;
  readonly nextTrace: (step: 1 | -1) => void;
}

/** Binds the keys of the trace page. @returns the handler of the tree for keys that scroll elsewhere */
export function useTraceKeys(actions: KeyActions): (event: KeyboardEvent) => void {
  const latest = useRef(actions);
  latest.current = actions;
  const group = useMemo(() => {
    const key = (pressed: string, help: string, run: (now: KeyActions) => void): Key => ({
      key: pressed,
      help,
      run: () => run(latest.current),
    });
    return {
      title: 'Trace',
      keys: [
        key('j', 'next row', (now) => now.move(1)),
        key('k', 'previous row', (now) => now.move(-1)),
        key('l', 'expand, or go into', (now) => now.expandOrDown()),
        key('h', 'collapse, or go to the parent', (now) => now.collapseOrUp()),
        key('e', 'next error', (now) => now.nextError(1)),
        key('E', 'previous error', (now) => now.nextError(-1)),
        key('/', 'find in this trace', (now) => now.find()),
        key('n', 'next match', (now) => now.nextFound(1)),
        key('N', 'previous match', (now) => now.nextFound(-1)),
        key('z', 'zoom to the selected row', (now) => now.zoomToSelected()),
        key('0', 'all of the time', (now) => now.zoomOut()),
        key('s', 'only the slow path of this row, or all', (now) => now.toggleSlowPath()),
        key('f', 'only this subtree, or the whole trace', (now) => now.toggleFocus()),
        key('c', 'copy a link', (now) => now.copyLink()),
        key('y', 'copy the id', (now) => now.copyId()),
        key('r', 'look for what is new', (now) => now.refresh()),
        key('[', 'previous trace of the list', (now) => now.nextTrace(-1)),
        key(']', 'next trace of the list', (now) => now.nextTrace(1)),
        key('Escape', 'back: find, zoom, slow path, subtree, list', (now) => now.back()),
      ],
    };
  }, []);
  useKeys(group);
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { move, collapseOrUp, expandOrDown, openDetail } = latest.current;
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      PageDown: () => move(PAGE_OF_ROWS),
      PageUp: () => move(-PAGE_OF_ROWS),
      Home: () => move(-Infinity),
      End: () => move(Infinity),
      ArrowRight: expandOrDown,
      ArrowLeft: collapseOrUp,
      Enter: openDetail,
    };
    const chosen = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined;
    if (chosen === undefined) return;
    event.preventDefault();
    chosen();
  };
}
