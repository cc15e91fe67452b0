import { useState } from 'react';
import type { CoreObservation } from '../api/types';
import { compact, count, duration } from '../format/numbers';
import { lazyPart } from '../shell/lazy-part';
import { Cost } from '../ui/cost';
import styles from './facts.module.css';
import type { ObservationText } from './observation-text';

const AllFacts = lazyPart(() => import('./all-facts').then((module) => module.AllFacts));

interface FactsProps {
  readonly observation: CoreObservation;
  /** Start of the trace, as a time of `Date`. */
  readonly traceStart: number;
  readonly text: ObservationText | undefined;
}

/** Duration, tokens and cost in one line, which expands to all facts. */
export function Facts({ observation, traceStart, text }: FactsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { latency, timeToFirstToken, usage, usageDetails, costDetails, calculatedTotalCost, startTime } = observation;
  const hasUsage = Object.keys(usageDetails).length + Object.keys(costDetails).length > 0;
  return (
    <details className={styles.facts} open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className={`${styles.line} opens secondary`}>
        <span>{latency === null ? 'no end yet' : duration(latency * 1000)}</span>
        <span title="From the start of the trace">+{duration(Math.max(0, Date.parse(startTime) - traceStart))}</span>
        {timeToFirstToken !== null && <span>first token {duration(timeToFirstToken * 1000)}</span>}
        {hasUsage && (
          <span title={`${count(usage.input)} tokens in, ${count(usage.output)} out`}>
            {compact(usage.input)} → {compact(usage.output)} tokens
          </span>
        )}
        {hasUsage && (
          <span>
            <Cost cost={calculatedTotalCost} tokens={usage.total} />
          </span>
        )}
      </summary>
      {isOpen && <AllFacts observation={observation} text={text} />}
    </details>
  );
}
