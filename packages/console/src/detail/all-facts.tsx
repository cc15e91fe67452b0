import type { CoreObservation } from '../api/types';
import { fullTime } from '../format/times';
import { readExact } from '../json/exact-value';
import styles from './facts.module.css';
import { type ObservationText, sliceOf } from './observation-text';
import { UsageTable } from './usage-table';
import { Value } from './value';

interface AllFactsProps {
  readonly observation: CoreObservation;
  readonly text: ObservationText | undefined;
}

/** Expanded facts: tokens and cost by usage type, times, and the model parameters. */
export function AllFacts({ observation, text }: AllFactsProps) {
  const { usageDetails, costDetails, startTime, completionStartTime, endTime, updatedAt, promptName, promptVersion } =
    observation;
  const parameters = text && sliceOf(text, 'modelParameters');
  const source = text && sliceOf(text, 'costSource');
  return (
    <div className={styles.all}>
      {Object.keys(usageDetails).length + Object.keys(costDetails).length > 0 && (
        <UsageTable
          usage={usageDetails}
          costs={costDetails}
          source={source === undefined ? undefined : (JSON.parse(source) as string)}
        />
      )}
      <dl className={styles.times}>
        {text?.members.has('countedIn') === true && (
          <>
            <dt>Tokens and cost</dt>
            <dd title="Another instrumentation sent the same model call above: it counts there, once">
              counted in its parent
            </dd>
          </>
        )}
        {promptName !== null && (
          <>
            <dt>Prompt</dt>
            <dd>{promptVersion === null ? promptName : `${promptName}, version ${promptVersion}`}</dd>
          </>
        )}
        <dt>Start</dt>
        <dd>{fullTime(startTime)}</dd>
        <dt>First token</dt>
        <dd>{completionStartTime === null ? '—' : fullTime(completionStartTime)}</dd>
        <dt>End</dt>
        <dd>{endTime === null ? 'none yet' : fullTime(endTime)}</dd>
        <dt>Last change</dt>
        <dd>{fullTime(updatedAt)}</dd>
      </dl>
      {parameters !== undefined && parameters !== '{}' && (
        <section>
          <h3 className={`${styles.heading} secondary`}>Model parameters</h3>
          <Value value={readExact(parameters) ?? null} />
        </section>
      )}
    </div>
  );
}
