import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from '../api/client';
import { compact } from '../format/numbers';
import { Age } from '../ui/age';
import { SentName, SentWord } from '../ui/sent-name';
import { StateLine } from '../ui/state-line';
import type { Filter } from '../url/filters';
import { Link } from '../url/link';
import styles from './failure-details.module.css';
import { selectionOfSteps } from './step-call';
import { type Group, filtersOfGroup, narrowed } from './step-group';
import { linkToStep } from './step-link';
import { stepsWith } from './steps-with';

/** Most releases, and most names of steps. */
const MOST = 5;

interface FailureDetailsProps {
  readonly range: string;
  /** Failures with one message. */
  readonly group: Group;
  /** Filters of all failures. */
  readonly filters: readonly Filter[];
}

/** Latest example of a failure, and the steps and releases in which it happened. */
export function FailureDetails({ range, group, filters }: FailureDetailsProps) {
  const own = narrowed(filters, filtersOfGroup('statusMessage', group));
  const selection = selectionOfSteps(range, own);
  const example = useQuery({
    queryKey: ['failure', range, own],
    queryFn: ({ signal }) => {
      const query = { ...selection, limit: 1, fields: 'core,basic,trace_context' };
      return read('/api/public/v2/observations', { query, signal });
    },
    placeholderData: keepPreviousData,
  });
  const step = example.data?.data[0];
  return (
    <div className={styles.details} data-stale={example.isPlaceholderData}>
      <section>
        <h2 className="minor">Latest example</h2>
        {example.error !== null && step === undefined && (
          <StateLine error={example.error} again={() => example.refetch()} />
        )}
        {step !== undefined && (
          <>
            <p className={`${styles.message} failed`} dir="auto">
              {step.statusMessage}
            </p>
            <p className="secondary">
              <Link to={linkToStep(step, range)}>
                <SentName text={step.name} />
              </Link>
              {typeof step.traceName === 'string' && (
                <>
                  {' '}
                  of <SentWord text={step.traceName} />
                </>
              )}
              , <Age time={step.startTime} />
            </p>
          </>
        )}
      </section>
      <Counts title="Steps" by="name" {...{ range, filters: own }} />
      <Counts title="Releases" by="release" {...{ range, filters: own }} />
    </div>
  );
}

interface CountsProps {
  readonly title: string;
  readonly by: 'name' | 'release';
  readonly range: string;
  readonly filters: readonly Filter[];
}

/** Numbers of failures by a field, each with a link to them. */
function Counts({ title, by, range, filters }: CountsProps) {
  const { data } = useQuery({
    queryKey: ['failure', by, range, filters],
    queryFn: ({ signal }) =>
      read('/api/public/observations/groups', {
        query: { by, limit: MOST, ...selectionOfSteps(range, filters) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  if (data === undefined || data.data.length === 0) return null;
  const more = data.meta.totalItems - data.data.length;
  return (
    <section>
      <h2 className="minor">{title}</h2>
      <ul className={styles.counts}>
        {data.data.map(({ value, calls, fromStartTime }) => (
          <li key={value}>
            <Link to={stepsWith(range, narrowed(filters, [{ name: by, value }]))} className="cut">
              <SentWord text={value} />
            </Link>
            <span>{compact(calls)}</span>
            <span className="secondary">
              since <Age time={fromStartTime} />
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="secondary">and {compact(more)} more</p>}
    </section>
  );
}
