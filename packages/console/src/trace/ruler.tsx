import { type RefObject, useRef } from 'react';
import { duration } from '../format/numbers';
import { useWidth } from '../ui/use-width';
import styles from './ruler.module.css';
import { type Extent, barOf, ticksOf } from './scale';
import { useTimeDrag } from './time-drag';
import { useWheel } from './use-wheel';

/** Pixels that a time and the room beside it take, and a time alone. */
const TICK_PX = 60;
const WORDS_PX = 52;

interface RulerProps {
  readonly whole: Extent;
  readonly extent: Extent;
  /** The element that lies above the bars, by which places on the screen become times. */
  readonly track: RefObject<HTMLDivElement | null>;
  readonly onZoom: (extent: Extent) => void;
}

/** The heads of the columns, and times above the bars: drawn over to zoom. */
export function Ruler({ whole, extent, track, onZoom }: RulerProps) {
  const head = useRef<HTMLDivElement>(null);
  const { drawn, handlers } = useTimeDrag(extent, onZoom);
  useWheel(head, track, { extent, whole, isPlain: true, zoomTo: onZoom });
  const width = useWidth(track);
  const ticks = ticksOf(extent, Math.max(1, Math.floor(width / TICK_PX)));
  const shown = drawn === undefined ? undefined : barOf(extent, drawn.from, drawn.to);
  return (
    <div ref={head} className={styles['ruler']}>
      <span className={styles['title']}>Name</span>
      <div
        ref={track}
        className={styles['track']}
        title="Draw over it to zoom; turn the wheel to go nearer"
        aria-hidden="true"
        {...handlers}
      >
        {ticks.map((time) => {
          const share = (time - extent.from) / (extent.to - extent.from || 1);
          return (
            <span key={time} className={styles['tick']} style={{ left: `${share * 100}%` }}>
              {(1 - share) * width >= WORDS_PX && duration(time)}
            </span>
          );
        })}
        {shown !== undefined && (
          <span className={styles['drawn']} style={{ left: `${shown.left}%`, width: `${shown.width}%` }} />
        )}
      </div>
      <span className={styles['tokens']}>Tokens</span>
      <span className={styles['cost']}>Cost</span>
      <span className={styles['took']}>Time</span>
    </div>
  );
}
