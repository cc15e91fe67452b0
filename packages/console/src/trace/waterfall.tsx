import { type CSSProperties, type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef } from 'react';
import { useLocalSetting } from '../ui/local-setting';
import { useRowWindow } from '../ui/row-window';
import { Splitter } from '../ui/splitter';
import { useWidth } from '../ui/use-width';
import { columnsOf } from './columns';
import { NAME_SHARE, nameShare } from './panes';
import { ROW_HEIGHT, Row } from './row';
import type { Rows } from './rows';
import { Ruler } from './ruler';
import type { Extent } from './scale';
import type { TraceData } from './trace-data';
import { useWheel } from './use-wheel';
import styles from './waterfall.module.css';

interface WaterfallProps {
  readonly trace: TraceData;
  readonly rows: Rows;
  readonly whole: Extent;
  readonly extent: Extent;
  /** Rows that match the search, ascending. */
  readonly found: Int32Array;
  /** Short remarks by row. */
  readonly notes?: ReadonlyMap<number, string> | undefined;
  readonly onZoom: (extent: Extent) => void;
  /** @param row that the user chose */
  readonly onSelect: (row: number) => void;
  readonly onKey: (event: KeyboardEvent) => void;
}

/** Tree and waterfall in one list: a row has a name and a bar. Only visible rows are in the document. */
export function Waterfall(props: WaterfallProps) {
  const { trace, rows, whole, extent, found, notes, onZoom, onSelect, onKey } = props;
  const { view, closed, selected, position, collapse } = rows;
  const names = useLocalSetting(nameShare);
  const all = useRef<HTMLDivElement>(null);
  const width = useWidth(all);
  const columns = useMemo(() => columnsOf(trace, width, names), [trace, width, names]);
  const track = useRef<HTMLDivElement>(null);
  const { box, first, last, onScroll, reveal } = useRowWindow(view.rows.length, ROW_HEIGHT);
  useWheel(box, track, { extent, whole, isPlain: false, zoomTo: onZoom });

  // Only when the selection moves: arriving rows must not scroll away the text that a user reads.
  useEffect(() => reveal(position), [selected]);
  // Keys work at once; an element that already has the focus keeps it.
  useEffect(() => {
    if (document.activeElement?.matches('body, main') === true) box.current?.focus({ preventScroll: true });
  }, []);

  const press = ({ target }: MouseEvent): void => {
    const element = (target as Element).closest<HTMLElement>('[data-row]');
    if (element === null) return;
    const row = Number(element.dataset['row']);
    if ((target as Element).closest('[data-more="true"]') !== null) collapse(row, closed[row] !== 1);
    else onSelect(row);
  };
  return (
    <div ref={all} className={styles['waterfall']} style={{ '--columns': columns.widths } as CSSProperties}>
      <Splitter label="Width of the names" value={names} {...NAME_SHARE} onChange={nameShare.set} />
      <Ruler columns={columns} whole={whole} extent={extent} track={track} onZoom={onZoom} />
      <div
        ref={box}
        className={styles['box']}
        role="tree"
        tabIndex={0}
        aria-label="Observations"
        aria-activedescendant={position >= first && position < last ? `row-${view.rows[position] ?? 0}` : undefined}
        onKeyDown={onKey}
        onClick={press}
        onScroll={onScroll}
      >
        <div className={styles['all']} style={{ height: view.rows.length * ROW_HEIGHT }}>
          {Array.from({ length: Math.max(0, last - first) }, (_, n) => {
            const each = first + n;
            const row = view.rows[each] ?? 0;
            return (
              <Row
                key={row}
                trace={trace}
                columns={columns}
                extent={extent}
                row={row}
                position={each}
                depth={view.depth[each] ?? 0}
                nth={view.nth[each] ?? 1}
                siblings={view.siblings[each] ?? 1}
                hasMore={view.hasMore[each] === 1}
                isClosed={closed[row] === 1}
                isSelected={row === selected || (each === position && view.rows[position] !== selected)}
                isFound={has(found, row)}
                note={notes?.get(row)}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** Binary search: found rows ascend. */
function has(rows: Int32Array, row: number): boolean {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return rows[low] === row;
}
