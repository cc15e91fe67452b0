import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import { count, duration, usd } from '../format/numbers';
import { axisTime, spanText } from '../format/times';
import {
  type Bucket,
  type Stretch,
  barOf,
  bucketAt,
  bucketByKey,
  firstOf,
  lastOf,
  latencyPath,
  sumsOf,
  ticksOf,
} from './bars';
import styles from './histogram.module.css';

const HEIGHT = 40;
const TICKS = 6;

interface HistogramBarsProps {
  readonly buckets: readonly Bucket[];
  readonly bucketMs: number;
  /** Whether the buckets are of another time than the requested one. */
  readonly isOld: boolean;
  /** End of the sentence with the sums. */
  readonly note: string;
  readonly onStretch: (fromMs: number, toMs: number) => void;
}

/**
 * Bars of buckets, and the p95 latency as a line. A click or Enter selects one bucket as the time; a drag or Shift with arrows selects
 * several.
 */
export function HistogramBars({ buckets, bucketMs, isOld, note, onStretch }: HistogramBarsProps) {
  const hint = useId();
  const bars = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(0);
  const [stretch, setStretch] = useState<Stretch>();
  const [pointed, setPointed] = useState<number>();
  const most = Math.max(1, ...buckets.map((bucket) => bucket.count));
  const startOf = (n: number): number => Date.parse(buckets[n]?.timestamp ?? '');
  const spanMs = buckets.length * bucketMs;
  const drawn = stretch ?? (pointed === undefined ? undefined : { anchor: pointed, end: pointed });

  const take = (to: Stretch): void => {
    setStretch(undefined);
    setPointed(undefined);
    onStretch(startOf(firstOf(to)), startOf(lastOf(to)) + bucketMs);
  };
  const under = ({ clientX }: PointerEvent): number => {
    const { left = 0, width = 0 } = bars.current?.getBoundingClientRect() ?? {};
    return bucketAt(clientX - left, width, buckets.length);
  };
  const begin = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = under(event);
    setStretch({ anchor: at, end: at });
  };
  const move = (event: PointerEvent): void => {
    const at = under(event);
    setPointed(at);
    if (stretch !== undefined && event.buttons === 1) setStretch({ ...stretch, end: at });
  };
  const press = (event: KeyboardEvent): void => {
    const to = bucketByKey(event.key, focused, buckets.length);
    if (to !== undefined) {
      setStretch(event.shiftKey ? { anchor: stretch?.anchor ?? focused, end: to } : undefined);
      setFocused(to);
      bars.current?.querySelectorAll('button')[to]?.focus();
    } else if (event.key === 'Escape' && stretch !== undefined) setStretch(undefined);
    else return;
    event.preventDefault();
  };

  return (
    <div className={styles.histogram} data-old={isOld}>
      <p className={styles.sums}>
        {drawn === undefined ? (
          <Sums buckets={buckets} note={note} />
        ) : (
          <>
            <b>{spanText(startOf(firstOf(drawn)), startOf(lastOf(drawn)) + bucketMs)}</b>{' '}
            <Sums buckets={buckets.slice(firstOf(drawn), lastOf(drawn) + 1)} note="" />
          </>
        )}
      </p>
      <span id={hint} hidden>
        Arrow keys move, Shift and arrow keys select a range, Enter applies it.
      </span>
      <div
        ref={bars}
        className={styles.bars}
        role="group"
        aria-label="Traces by time"
        aria-describedby={hint}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={() => stretch !== undefined && take(stretch)}
        onPointerCancel={() => setStretch(undefined)}
        onPointerLeave={() => setPointed(undefined)}
        onKeyDown={press}
        onBlur={() => setPointed(undefined)}
      >
        {buckets.map((bucket, n) => {
          const { ok, failed } = barOf(bucket, most, HEIGHT);
          return (
            <button
              key={bucket.timestamp}
              type="button"
              className={styles.bar}
              tabIndex={n === Math.min(focused, buckets.length - 1) ? 0 : -1}
              data-drawn={drawn !== undefined && n >= firstOf(drawn) && n <= lastOf(drawn)}
              aria-label={`${spanText(startOf(n), startOf(n) + bucketMs)}: ${count(bucket.count)} traces, ${count(bucket.errors)} with errors${bucket.p95 === null ? '' : `, p95 ${duration(bucket.p95 * 1000)}`}`}
              onFocus={() => setFocused(n)}
              // Pointer clicks are handled at the release, which may be over another bar.
              onClick={({ detail }) => detail === 0 && take(stretch ?? { anchor: n, end: n })}
            >
              <span style={{ height: ok }} />
              <span className={styles.failed} style={{ height: failed }} />
            </button>
          );
        })}
        <svg
          className={styles.line}
          viewBox={`0 0 ${buckets.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path d={latencyPath(buckets, HEIGHT)} />
        </svg>
      </div>
      <div className={styles.axis} aria-hidden="true">
        {ticksOf(buckets.length, TICKS).map((n) => (
          <span key={n} style={{ left: `${(n / buckets.length) * 100}%` }}>
            {axisTime(startOf(n), spanMs)}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Sums of buckets. A cost of 0 is left out: it is unknown, or there is none. */
function Sums({ buckets, note }: Pick<HistogramBarsProps, 'buckets' | 'note'>) {
  const { p95, ...sums } = sumsOf(buckets);
  return (
    <>
      {count(sums.count)} {sums.count === 1 ? 'trace' : 'traces'}
      {sums.errors > 0 && <span className={styles.errors}>, {count(sums.errors)} with errors</span>}
      {p95 !== undefined && (
        <>
          ,{' '}
          <span className={styles.latency} title="95th percentile of latency, lowest to highest bar">
            p95 per bar:
          </span>{' '}
          {rangeOf(p95)}
        </>
      )}
      {sums.cost > 0 && `, ${usd(sums.cost)}`}
      {note}
    </>
  );
}

const rangeOf = ({ from, to }: { readonly from: number; readonly to: number }): string =>
  from === to ? duration(to * 1000) : `${duration(from * 1000)} – ${duration(to * 1000)}`;
