import { Fragment, useState } from 'react';
import { count, duration, usd } from '../format/numbers';
import { axisTime, spanText } from '../format/times';
import { Bars } from '../ui/bars';
import { type Stretch, firstOf, lastOf } from '../ui/stretch';
import type { Address } from '../url/address';
import { Link } from '../url/link';
import { type Bucket, barOf, latencyPath, sumsOf, ticksOf } from './bars';
import styles from './histogram.module.css';

const HEIGHT = 40;
const TICKS = 6;

/** Outcomes with a count of their own. */
const OUTCOMES = ['failed', 'recovered'] as const;
type Outcome = (typeof OUTCOMES)[number];

interface HistogramBarsProps {
  readonly buckets: readonly Bucket[];
  readonly bucketMs: number;
  /** Whether the buckets are of another time than the requested one. */
  readonly isOld: boolean;
  /** End of the sentence with the sums. */
  readonly note: string;
  /** Returns the list of the traces with an outcome. */
  readonly addressOf: (outcome: Outcome) => Address;
  readonly onStretch: (fromMs: number, toMs: number) => void;
}

/** Bars of buckets, and the p95 latency as a line; chosen bars are the new time. */
export function HistogramBars({ buckets, bucketMs, isOld, note, addressOf, onStretch }: HistogramBarsProps) {
  const [shown, setShown] = useState<Stretch>();
  const most = Math.max(1, ...buckets.map((bucket) => bucket.count));
  const startOf = (n: number): number => Date.parse(buckets[n]?.timestamp ?? '');
  const textOf = (first: number, last: number): string => spanText(startOf(first), startOf(last) + bucketMs);
  const spanMs = buckets.length * bucketMs;
  return (
    <div className={styles.histogram} data-old={isOld}>
      <p className={styles.sums}>
        {shown === undefined || lastOf(shown) >= buckets.length ? (
          <Sums {...{ buckets, note, addressOf }} />
        ) : (
          <>
            <b>{textOf(firstOf(shown), lastOf(shown))}</b>{' '}
            <Sums buckets={buckets.slice(firstOf(shown), lastOf(shown) + 1)} {...{ addressOf }} note="" />
          </>
        )}
      </p>
      <Bars
        label="Traces by time"
        bars={buckets.map((bucket, n) => {
          const { ok, recovered, failed } = barOf(bucket, most, HEIGHT);
          return {
            key: bucket.timestamp,
            label: `${textOf(n, n)}: ${count(bucket.count)} traces, ${count(bucket.failed)} failed, ${count(bucket.recovered)} recovered${bucket.p95 === null ? '' : `, p95 ${duration(bucket.p95 * 1000)}`}`,
            parts: [
              { height: `${ok}px`, colour: 'var(--span)' },
              { height: `${recovered}px`, colour: 'var(--warning)' },
              { height: `${failed}px`, colour: 'var(--error)' },
            ],
          };
        })}
        ticks={ticksOf(buckets.length, TICKS).map((n, tick) => ({
          left: `${(n / buckets.length) * 100}%`,
          text: axisTime(startOf(n), spanMs),
          isMinor: tick % 2 === 1,
        }))}
        start={0}
        shown={shown}
        onShow={setShown}
        onChoose={(first, last) => onStretch(startOf(first), startOf(last) + bucketMs)}
      >
        <svg
          className={styles.line}
          viewBox={`0 0 ${buckets.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path d={latencyPath(buckets, HEIGHT)} />
        </svg>
      </Bars>
    </div>
  );
}

/** Sums of buckets. A cost of 0 is left out: it is unknown, or there is none. */
function Sums({ buckets, note, addressOf }: Pick<HistogramBarsProps, 'buckets' | 'note' | 'addressOf'>) {
  const { p95, ...sums } = sumsOf(buckets);
  return (
    <>
      {count(sums.count)} {sums.count === 1 ? 'trace' : 'traces'}
      {OUTCOMES.map(
        (outcome) =>
          sums[outcome] > 0 && (
            <Fragment key={outcome}>
              ,{' '}
              <Link to={addressOf(outcome)} className={styles[outcome]} title="Show these traces alone">
                {count(sums[outcome])} {outcome}
              </Link>
            </Fragment>
          ),
      )}
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
