import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { CoreObservation } from '../api/types';
import { duration } from '../format/numbers';
import { kindOf } from './kinds';
import { type Tree, shownRows } from './tree';
import styles from './waterfall.module.css';

const ROW = 26;
/** Rows that are drawn above and below what is seen, and the step in which the window moves. */
const MARGIN = 8;
const DEEPEST_INDENT = 12;

interface WaterfallProps {
  readonly observations: readonly CoreObservation[];
  readonly tree: Tree;
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
}

/** The tree and the waterfall in one: a row is a name and a bar. Only the rows that are seen are in the document. */
export function Waterfall({ observations, tree, selected, onSelect }: WaterfallProps) {
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const [scroll, setScroll] = useState({ top: 0, height: 800 });
  const box = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => shownRows(tree, closed), [tree, closed]);
  const present = rows.findIndex((row) => observations[tree.order[row] ?? 0]?.id === selected);

  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = (): void => setScroll({ top: element.scrollTop, height: element.clientHeight });
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);

  useEffect(() => {
    const element = box.current;
    if (element === null || present < 0) return;
    const top = present * ROW;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + ROW > element.scrollTop + element.clientHeight) element.scrollTop = top + ROW - element.clientHeight;
  }, [present]);

  const select = (position: number): void => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, position))];
    const id = row === undefined ? undefined : observations[tree.order[row] ?? 0]?.id;
    if (id !== undefined) onSelect(id);
  };
  const toggle = (row: number, isClosed: boolean): void => {
    const next = new Set(closed);
    if (isClosed) next.add(row);
    else next.delete(row);
    setClosed(next);
  };
  const move = (event: KeyboardEvent): void => {
    const row = rows[present] ?? 0;
    const isOpen = (tree.end[row] ?? 0) > row + 1 && !closed.has(row);
    const parent = tree.parent[row] ?? -1;
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => select(present + 1),
      ArrowUp: () => select(present - 1),
      Home: () => select(0),
      End: () => select(rows.length - 1),
      ArrowRight: () => (closed.has(row) ? toggle(row, false) : select(present + 1)),
      ArrowLeft: () => (isOpen ? toggle(row, true) : parent >= 0 && select(rows.indexOf(parent))),
    };
    const aliases: Readonly<Record<string, string>> = { j: 'ArrowDown', k: 'ArrowUp', l: 'ArrowRight', h: 'ArrowLeft' };
    const chosen = moves[aliases[event.key] ?? event.key];
    if (chosen === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    chosen();
  };

  const first = Math.max(0, Math.floor(scroll.top / ROW / MARGIN) * MARGIN - MARGIN);
  const last = Math.min(rows.length, first + Math.ceil(scroll.height / ROW) + 3 * MARGIN);
  return (
    <div
      ref={box}
      className={styles.box}
      role="tree"
      tabIndex={0}
      aria-label="Observations"
      aria-activedescendant={present < 0 ? undefined : `row-${present}`}
      onKeyDown={move}
      onScroll={({ currentTarget }) => setScroll({ top: currentTarget.scrollTop, height: currentTarget.clientHeight })}
    >
      <div className={styles.all} style={{ height: rows.length * ROW }}>
        {Array.from(rows.subarray(first, last), (row, n) => {
          const observation = observations[tree.order[row] ?? 0];
          if (observation === undefined) return null;
          return (
            <Row
              key={row}
              position={first + n}
              row={row}
              tree={tree}
              observation={observation}
              isSelected={first + n === present}
              isClosed={closed.has(row)}
              onSelect={onSelect}
              onToggle={toggle}
            />
          );
        })}
      </div>
    </div>
  );
}

interface RowProps {
  readonly position: number;
  readonly row: number;
  readonly tree: Tree;
  readonly observation: CoreObservation;
  readonly isSelected: boolean;
  readonly isClosed: boolean;
  readonly onSelect: (id: string) => void;
  readonly onToggle: (row: number, isClosed: boolean) => void;
}

function Row({ position, row, tree, observation, isSelected, isClosed, onSelect, onToggle }: RowProps) {
  const { id, name, type, level, statusMessage } = observation;
  const depth = tree.depth[row] ?? 0;
  const hasChildren = (tree.end[row] ?? 0) > row + 1;
  const from = tree.from[row] ?? 0;
  const to = tree.to[row] ?? NaN;
  const isOpenEnded = Number.isNaN(to);
  const span = tree.span || 1;
  const kind = kindOf(type);
  const took = isOpenEnded ? 'no end yet' : duration(to - from);
  const isError = level === 'ERROR';
  return (
    <div
      id={`row-${position}`}
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={isSelected}
      aria-expanded={hasChildren ? !isClosed : undefined}
      aria-label={`${name ?? 'unnamed'}, ${kind.word}${isError ? `, error ${statusMessage ?? ''}` : ''}, ${took}, starts at ${duration(from)}`}
      className={styles.row}
      style={{ transform: `translateY(${position * ROW}px)` }}
      onClick={() => onSelect(id)}
    >
      <span className={styles.name} style={{ paddingLeft: Math.min(depth, DEEPEST_INDENT) * 14 }}>
        <span
          className={styles.fold}
          aria-hidden="true"
          onClick={(event) => {
            if (!hasChildren) return;
            event.stopPropagation();
            onToggle(row, !isClosed);
          }}
        >
          {hasChildren ? (isClosed ? '▸' : '▾') : ''}
        </span>
        <span className={styles.kind} style={{ color: kind.colour }} aria-hidden="true">
          {kind.shape}
        </span>
        {depth > DEEPEST_INDENT && <span className={styles.depth}>{depth}</span>}
        <bdi className={styles.text}>{name ?? 'unnamed'}</bdi>
        {isError && <span className={styles.error}>! error</span>}
        {(tree.isOrphan[row] ?? 0) === 1 && <span className={styles.note}>parent not received</span>}
      </span>
      <span className={styles.track}>
        <span
          className={styles.bar}
          data-open={isOpenEnded}
          data-error={isError}
          style={{
            left: `${(from / span) * 100}%`,
            width: `max(2px, ${((isOpenEnded ? tree.span - from : to - from) / span) * 100}%)`,
            background: kind.colour,
          }}
        />
      </span>
      <span className={styles.took}>{isOpenEnded ? '—' : took}</span>
    </div>
  );
}
