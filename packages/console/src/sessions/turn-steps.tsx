import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { read } from '../api/client';
import type { CoreObservation } from '../api/types';
import { briefly } from '../format/briefly';
import { count, duration } from '../format/numbers';
import { kindOf } from '../trace/kinds';
import { StateLine } from '../ui/state-line';
import { Link } from '../url/link';
import { stepsOf, stepsText } from './steps';
import styles from './turn-steps.module.css';

/** As many observations as the API gives at once. */
const MOST_STEPS = 50;
/** Longer values are not asked for to show the beginning of them. */
const MOST_BYTES = 100_000;
const MOST_CHARACTERS = 200;

interface TurnStepsProps {
  readonly trace: string;
  readonly observations: readonly CoreObservation[];
  /** Of a turn that says nothing itself its steps are all that there is to read. */
  readonly isSilent: boolean;
}

/** What a turn did: a line, and opened each step with what went in and came out. */
export function TurnSteps({ trace, observations, isSilent }: TurnStepsProps) {
  const [isOpen, setIsOpen] = useState(isSilent);
  const steps = useMemo(() => stepsOf(observations), [observations]);
  if (steps.length === 0) return null;
  return (
    <details className={styles.steps} open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{stepsText(steps)}</summary>
      {isOpen && <Steps trace={trace} steps={steps} isSilent={isSilent} />}
    </details>
  );
}

interface StepsProps {
  readonly trace: string;
  readonly steps: readonly CoreObservation[];
  readonly isSilent: boolean;
}

function Steps({ trace, steps, isSilent }: StepsProps) {
  const shown = steps.slice(0, MOST_STEPS);
  const ids = shown.filter(({ sizes }) => sizes.input + sizes.output <= MOST_BYTES).map(({ id }) => id);
  const values = useQuery({
    queryKey: ['steps', trace, ids],
    queryFn: ({ signal }) =>
      read('/api/public/observations', { query: { ids, traceId: trace, limit: MOST_STEPS }, signal }),
    enabled: ids.length > 0,
    staleTime: Infinity,
    gcTime: 60_000,
  });
  const byId = useMemo(() => new Map(values.data?.data.map((each) => [each.id, each])), [values.data]);
  return (
    <>
      {values.error !== null && <StateLine error={values.error} again={() => values.refetch()} />}
      <ul className={styles.list}>
        {shown.map((step) => (
          <Step key={step.id} step={step} values={byId.get(step.id)} isSilent={isSilent} />
        ))}
      </ul>
      {steps.length > shown.length && (
        <Link to={{ page: 'trace', id: trace }}>{count(steps.length - shown.length)} more in the trace</Link>
      )}
    </>
  );
}

interface StepProps {
  readonly step: CoreObservation;
  /** Absent until they have come, and where they are too long for a line. */
  readonly values: { readonly input: unknown; readonly output: unknown } | undefined;
  /** Else the turn has said above what its model calls said. */
  readonly isSilent: boolean;
}

function Step({ step, values, isSilent }: StepProps) {
  const { id, traceId, type, name, latency, level, statusMessage } = step;
  const kind = kindOf(type);
  const isError = level === 'ERROR';
  return (
    <li className={styles.step}>
      <span style={{ color: kind.colour }} aria-hidden="true">
        {kind.shape}
      </span>
      <span className={styles.what}>
        <span className={styles.kind}>{kind.word}</span>{' '}
        <Link to={{ page: 'trace', id: traceId, observation: id }}>
          <bdi>{name ?? 'unnamed'}</bdi>
        </Link>{' '}
        {isError && (
          <span className={styles.error}>
            ! error <bdi>{briefly(statusMessage ?? '', MOST_CHARACTERS)}</bdi>
          </span>
        )}
        {(type !== 'GENERATION' || isSilent) && <Values values={values} />}
      </span>
      <span className={styles.took}>{latency === null ? 'no end yet' : duration(latency * 1000)}</span>
    </li>
  );
}

function Values({ values }: Pick<StepProps, 'values'>) {
  if (values === undefined) return null;
  const { input, output } = values;
  return (
    <code className={styles.values}>
      {input !== null && input !== undefined && <bdi>{briefly(input, MOST_CHARACTERS)}</bdi>}
      {output !== null && output !== undefined && (
        <>
          {' → '}
          <bdi>{briefly(output, MOST_CHARACTERS)}</bdi>
        </>
      )}
    </code>
  );
}
