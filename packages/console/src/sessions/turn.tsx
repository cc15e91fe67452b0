import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read } from '../api/client';
import type { CoreObservation, ListedTrace } from '../api/types';
import { count, duration } from '../format/numbers';
import { clock } from '../format/times';
import { Cost } from '../ui/cost';
import { StateLine } from '../ui/state-line';
import { useSeen } from '../ui/use-visibility';
import { Link } from '../url/link';
import { TurnMessage } from './turn-message';
import { SilentTurn } from './silent-turn';
import { TurnSteps } from './turn-steps';
import { answerText, questionText } from './turn-texts';
import styles from './turn.module.css';

/** Most observations of a trace whose steps are shown; for a larger trace only its texts are read. */
const MAX_OBSERVATIONS = 1_000;

/** Trace as a turn of a conversation. Its texts are loaded when it is near the visible part. */
export function Turn({ trace }: { readonly trace: ListedTrace }) {
  const { id, name, timestamp, latency, observationCount = 0, updatedAt } = trace;
  const [ref, isSeen] = useSeen<HTMLElement>();
  const hasSteps = observationCount <= MAX_OBSERVATIONS;
  const whole = useQuery({
    queryKey: ['turn', id, updatedAt],
    queryFn: ({ signal }) =>
      read('/api/public/traces/{traceId}', {
        ids: { traceId: id },
        query: { fields: hasSteps ? 'io,observations' : 'io', observationFields: 'core' },
        signal,
      }),
    enabled: isSeen,
    staleTime: Infinity,
    gcTime: 60_000,
  });
  const { data } = whole;
  const texts = useMemo(() => data && { question: questionText(data.input), answer: answerText(data.output) }, [data]);
  const isSilent = (trace.inputPreview ?? trace.outputPreview ?? null) === null;
  const end = new Date(Date.parse(timestamp) + latency * 1000).toISOString();
  return (
    <article ref={ref} className={styles.turn} aria-label={`${name ?? 'unnamed'}, ${clock(timestamp)}`}>
      <TurnMessage role="user" time={timestamp} text={texts?.question} preview={trace.inputPreview} />
      <TurnMessage role="assistant" time={end} text={texts?.answer} preview={trace.outputPreview} />
      {isSilent && data !== undefined && (
        <SilentTurn
          trace={trace}
          end={end}
          observations={hasSteps ? (data.observations as readonly CoreObservation[]) : []}
        />
      )}
      <div className={styles.below}>
        {whole.error !== null && <StateLine error={whole.error} again={() => whole.refetch()} />}
        {data !== undefined && hasSteps && (
          <TurnSteps trace={id} observations={data.observations as readonly CoreObservation[]} />
        )}
        <Facts trace={trace} />
      </div>
    </article>
  );
}

function Facts({ trace }: { readonly trace: ListedTrace }) {
  const { id, name, latency, totalCost, totalTokens = 0, errorCount = 0, observationCount = 0 } = trace;
  return (
    <p className="secondary facts">
      {errorCount > 0 && (
        <span className="failed">! {errorCount === 1 ? '1 error' : `${count(errorCount)} errors`}</span>
      )}
      <span>{duration(latency * 1000)}</span>
      {totalTokens > 0 && <span>{count(totalTokens)} tokens</span>}
      {(totalCost > 0 || totalTokens > 0) && (
        <span>
          <Cost cost={totalCost} tokens={totalTokens} />
        </span>
      )}
      {observationCount > MAX_OBSERVATIONS && <span>{count(observationCount)} observations</span>}
      <Link to={{ page: 'trace', id }}>
        open trace <bdi>{name ?? 'unnamed'}</bdi> ›
      </Link>
    </p>
  );
}
