import { useMemo } from 'react';
import type { CoreObservation, ListedTrace } from '../api/types';
import { Clock, TurnMessage } from './turn-message';
import { stepsOf } from './steps';
import { textsOfSteps } from './turn-texts';
import styles from './turn.module.css';
import { useStepValues } from './use-step-values';

interface SilentTurnProps {
  readonly trace: ListedTrace;
  /** End of the turn. */
  readonly end: string;
  readonly observations: readonly CoreObservation[];
}

/** Turn whose trace has neither input nor output; its texts are read from its agents and model calls. */
export function SilentTurn({ trace: { id, timestamp }, end, observations }: SilentTurnProps) {
  const steps = useMemo(() => stepsOf(observations), [observations]);
  const { data, isLoading } = useStepValues(id, steps, true);
  const { question, answer } = useMemo(() => {
    const byId = new Map(data?.map((each) => [each.id, each]));
    return textsOfSteps(steps.map((step) => ({ ...step, values: byId.get(step.id) })));
  }, [steps, data]);
  if (isLoading) return null;
  if (question === undefined && answer === undefined) {
    return (
      <div className={styles.message}>
        <Clock time={timestamp} />
        <span />
        <p className="secondary">The trace has no input and no output.</p>
      </div>
    );
  }
  return (
    <>
      <TurnMessage role="user" time={timestamp} text={question} preview={undefined} />
      <TurnMessage role="assistant" time={end} text={answer} preview={undefined} />
    </>
  );
}
