import { type RefObject, useRef } from 'react';
import { useWidth } from '../ui/use-width';
import type { Columns } from './columns';
import styles from './ruler.module.css';
import { type Extent, barOf, ticksOf } from './scale';
import { useTimeDrag } from './time-drag';
import { useWheel } from './use-wheel';

interface RulerProps {
  readonly columns: Columns;
  readonly whole: Extent;
  readonly extent: Extent;
  /** Element above the bars; it maps positions on the screen to times. */
  readonly track: RefObject<HTMLDivElement | null>;
  readonly onZoom: (extent: Extent) => void;
}

/** Column headings, and times above the bars; dragging zooms. */
export function Ruler({ columns, whole, extent, track, onZoom }: RulerProps) {
  const head = useRef<HTMLDivElement>(null);
  const { drawn, handlers } = useTimeDrag(extent, onZoom);
  useWheel(head, track, { extent, whole, isPlain: true, zoomTo: onZoom });
  const width = useWidth(track);
  const ticks = ticksOf(extent, width);
  const shown = drawn === undefined ? undefined : barOf(extent, drawn.from, drawn.to);
  return (
    <div ref={head} className={`${styles.ruler} secondary`}>
      <span className={styles['title']}>Name</span>
      <div
        ref={track}
        className={styles['track']}
        title="Drag to zoom, scroll to zoom in"
        aria-hidden="true"
        {...handlers}
      >
        {ticks.map(({ at, text }) => (
          <span
            key={at}
            className={styles['tick']}
            style={{ left: `${((at - extent.from) / (extent.to - extent.from || 1)) * 100}%` }}
          >
            {text}
          </span>
        ))}
        {shown !== undefined && (
          <span className={styles['drawn']} style={{ left: `${shown.left}%`, width: `${shown.width}%` }} />
        )}
      </div>
      {columns.hasTokens && <span className={styles['number']}>Tokens</span>}
      {columns.hasCost && <span className={styles['number']}>Cost</span>}
      <span className={styles['number']}>Time</span>
    </div>
  );
}
