import { useQuery } from '@tanstack/react-query';
import { read } from '../api/client';
import type { CoreObservation } from '../api/types';
import { count, duration, usd } from '../format/numbers';
import { fullTime } from '../format/times';
import type { DetailTab } from '../url/detail-place';
import { StateLine } from '../ui/state-line';
import styles from './detail.module.css';
import { kindOf } from '../trace/kinds';

interface DetailProps {
  readonly observation: CoreObservation;
  /** All of its trace: what a model was told before is found among them. */
  readonly observations: readonly CoreObservation[];
  readonly tab: DetailTab;
  readonly onTab: (tab: DetailTab) => void;
  /** Goes to another observation of the trace. */
  readonly onSelect: (id: string) => void;
}

/** An observation: what is known of it at once, and its texts when they have come. */
export function Detail({ observation }: DetailProps) {
  const { id, name, type, model, latency, statusMessage, level, startTime, usageDetails, calculatedTotalCost } =
    observation;
  const full = useQuery({
    queryKey: ['observation', id, observation.traceId],
    queryFn: ({ signal }) => read('/api/public/observations/{observationId}', { ids: { observationId: id }, signal }),
  });
  return (
    <section className={styles.detail} aria-label="Observation" tabIndex={0}>
      <h2 className={styles.title} dir="auto">
        {name ?? 'unnamed'}
      </h2>
      <p className={styles.facts}>
        <span>{kindOf(type).word}</span>
        {model !== null && <span>{model}</span>}
        <span>{latency === null ? 'no end yet' : duration(latency * 1000)}</span>
        {Object.entries(usageDetails).map(([bucket, tokens]) => (
          <span key={bucket}>
            {count(tokens)} {bucket}
          </span>
        ))}
        {calculatedTotalCost > 0 && <span>{usd(calculatedTotalCost)}</span>}
        <time dateTime={startTime}>{fullTime(startTime)}</time>
      </p>
      {statusMessage !== null && (
        <p className={level === 'ERROR' ? styles.error : undefined} dir="auto">
          {statusMessage}
        </p>
      )}
      {full.error !== null && <StateLine error={full.error} again={() => full.refetch()} />}
      {full.data !== undefined && (
        <>
          <Value title="Input" value={full.data.input} />
          <Value title="Output" value={full.data.output} />
          <Value title="Model parameters" value={full.data.modelParameters} />
          <Value title="Metadata" value={full.data.metadata} />
        </>
      )}
    </section>
  );
}

function Value({ title, value }: { readonly title: string; readonly value: unknown }) {
  if (value === null || value === undefined) return null;
  return (
    <section>
      <h3 className={styles.heading}>{title}</h3>
      <pre className={styles.value} dir="auto">
        {typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)}
      </pre>
    </section>
  );
}
