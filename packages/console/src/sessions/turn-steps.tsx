import { useMemo, useState } from 'react';
import type { CoreObservation } from '../api/types';
import { briefly } from '../format/format-value';
import { count, duration } from '../format/numbers';
import { kindOf } from '../trace/kinds';
import { StateLine } from '../ui/state-line';
import { Link } from '../url/link';
import { stepsOf, stepsText } from './steps';
import { MAX_STEPS, useStepValues } from './use-step-values';
import styles from './turn.module.css';

const MAX_CHARACTERS = 200;

interface TurnStepsProps {
  readonly trace: string;
  readonly observations: readonly CoreObservation[];
}

/** Steps of a turn in one line, which expands to each step with its input and output. */
export function TurnSteps({ trace, observations }: TurnStepsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const steps = useMemo(() => stepsOf(observations), [observations]);
  if (steps.length === 0) return null;
  return (
    <details className={styles.steps} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="secondary">{stepsText(steps)}</summary>
      {isOpen && <Steps trace={trace} steps={steps} />}
    </details>
  );
}

function Steps({ trace, steps }: { readonly trace: string; readonly steps: readonly CoreObservation[] }) {
  const shown = steps.slice(0, MAX_STEPS);
  const values = useStepValues(trace, steps, true);
  const byId = useMemo(() => new Map(values.data?.map((each) => [each.id, each])), [values.data]);
  return (
    <>
      {values.error !== null && <StateLine error={values.error} again={() => values.refetch()} />}
      <ul className={styles.list}>
        {shown.map((step) => (
          <Step key={step.id} step={step} values={byId.get(step.id)} />
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
  /** Absent until loaded, and for values too long for a line. */
  readonly values: { readonly input: unknown; readonly output: unknown } | undefined;
}

function Step({ step, values }: StepProps) {
  const { id, traceId, type, name, latency, level, statusMessage } = step;
  const kind = kindOf(type);
  const isError = level === 'ERROR';
  return (
    <li className={styles.step}>
      <span style={{ color: kind.colour }} aria-hidden="true">
        {kind.shape}
      </span>
      <span className={styles.what}>
        <span className="secondary">{kind.word}</span>{' '}
        <Link to={{ page: 'trace', id: traceId, observation: id }}>
          <bdi>{name ?? 'unnamed'}</bdi>
        </Link>{' '}
        {isError && (
          <span className="failed">
            ! error <bdi>{briefly(statusMessage ?? '', MAX_CHARACTERS)}</bdi>
          </span>
        )}
        {type !== 'GENERATION' && <Values values={values} />}
      </span>
      <span className="secondary">{latency === null ? 'no end yet' : duration(latency * 1000)}</span>
    </li>
  );
}

function Values({ values }: Pick<StepProps, 'values'>) {
  if (values === undefined) return null;
  const { input, output } = values;
  return (
    <code className="mono secondary">
      <bdi>{briefly(input, MAX_CHARACTERS)}</bdi>
      {output !== null && output !== undefined && (
        <>
          {' → '}
          <bdi>{briefly(output, MAX_CHARACTERS)}</bdi>
        </>
      )}
    </code>
  );
}
