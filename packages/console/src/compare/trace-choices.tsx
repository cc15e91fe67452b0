import type { ListedTrace } from '../api/types';
import { count, duration } from '../format/numbers';
import { age, fullTime } from '../format/times';
import { ColumnCost } from '../ui/column-cost';
import type { CompareAddress } from '../url/compare-address';
import { Link } from '../url/link';
import styles from './trace-chooser.module.css';

interface OfferedProps {
  readonly title: string;
  readonly traces: readonly ListedTrace[];
  readonly addressOf: (trace: ListedTrace) => CompareAddress;
}

/** List of traces to choose from. */
export function Offered({ title, traces, addressOf }: OfferedProps) {
  const now = Date.now();
  if (traces.length === 0) return <p className="secondary">There is no other trace of this name.</p>;
  return (
    <section aria-label={title}>
      <h2 className="caption" dir="auto">
        {title}
      </h2>
      <ul className={styles.offered}>
        {traces.map((trace) => (
          <li key={trace.id}>
            <Link to={addressOf(trace)} className="cut">
              <bdi>{trace.name ?? 'unnamed'}</bdi>
            </Link>
            <span className={`${styles.preview} secondary cut`} dir="auto">
              {trace.inputPreview}
            </span>
            <span className={(trace.errorCount ?? 0) > 0 ? 'failed' : undefined}>
              {errorsOf(trace.errorCount ?? 0)}
            </span>
            <span>{duration(trace.latency * 1000)}</span>
            <span>
              <ColumnCost cost={trace.totalCost} tokens={trace.totalTokens ?? 0} />
            </span>
            <time dateTime={trace.timestamp} title={fullTime(trace.timestamp)}>
              {age(trace.timestamp, now)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Text that separates traces with errors from traces without. */
function errorsOf(errors: number): string {
  if (errors === 0) return 'no errors';
  return errors === 1 ? '! 1 error' : `! ${count(errors)} errors`;
}
