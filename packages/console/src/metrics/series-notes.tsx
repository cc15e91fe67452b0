import type { MetricResult } from '../api/types';
import { count } from '../format/numbers';
import { Age } from '../ui/age';
import { Link } from '../url/link';
import { METRICS, type MetricsAddress } from '../url/metrics-address';
import { navigate } from '../url/navigate';
import { RANGES } from '../url/time-range';
import styles from './metrics-page.module.css';
import { NO_PARAMETERS } from '../url/query';

const DEFAULT_METRICS = METRICS.read(NO_PARAMETERS);

interface SeriesNotesProps {
  readonly address: MetricsAddress;
  /** Whether the metric exists. */
  readonly isKnown: boolean;
  readonly meta: MetricResult['meta'];
  /** Width of a bucket. */
  readonly step: string;
  /** Number of returned series. */
  readonly found: number;
}

const LONGEST = Object.keys(RANGES).at(-1) ?? '';

/** Notes about the series: bucket width, time of the newest point, and omissions. */
export function SeriesNotes({
  address,
  isKnown,
  meta: { truncated, latest_ts, omitted_buckets = 0 },
  step,
  found,
}: SeriesNotesProps) {
  const { labels, groupBy, range } = address;
  if (found === 0 && !isKnown) {
    return (
      <div className={`${styles.nothing} secondary`}>
        <p>
          There is no metric <bdi>{address.name}</bdi>.
        </p>
        <Link to={DEFAULT_METRICS}>All metrics</Link>
      </div>
    );
  }
  if (found === 0) {
    return (
      <div className={`${styles.nothing} secondary`}>
        <p>
          No points in this time
          {labels.length > 0 && ` with ${labels.map(([label, value]) => `${label}: ${value}`).join(', ')}`}
          {groupBy !== undefined && ` and a label ${groupBy}`}.
        </p>
        {labels.length > 0 && (
          <button type="button" onClick={() => navigate({ ...address, labels: [] })}>
            Remove all labels
          </button>
        )}
        {range !== LONGEST && (
          <button type="button" onClick={() => navigate({ ...address, range: LONGEST })}>
            Look further back
          </button>
        )}
      </div>
    );
  }
  return (
    <p className={`${styles.notes} facts caption`}>
      <span>buckets of {step}</span>
      {latest_ts !== undefined && (
        <span>
          newest point <Age time={latest_ts} /> ago
        </span>
      )}
      {truncated && (
        <strong className={`${styles.warning} warning`}>
          Truncated: only the first 50 series and the newest 1,000 buckets are here. A wider step, a shorter time or a
          label shows the rest.
        </strong>
      )}
      {omitted_buckets > 0 && (
        <strong className={`${styles.warning} warning`}>
          {count(omitted_buckets)} buckets are left out: their sum is too large
        </strong>
      )}
    </p>
  );
}
