import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from '../api/client';
import { count } from '../format/numbers';
import { fullTime } from '../format/times';
import { Rows } from '../list/rows';
import pager from '../ui/pager.module.css';
import { StateLine } from '../ui/state-line';
import { Link } from '../url/link';
import { navigate } from '../url/navigate';
import type { StepsAddress } from '../url/steps-address';
import { NoSteps } from './no-steps';
import { stepListCall } from './step-call';
import { StepTable } from './step-table';
import { tracesWith } from './traces-with';
import styles from './step-list.module.css';

/** List of steps, the newest first. */
export function StepList({ address }: { readonly address: StepsAddress }) {
  const { range, filters, after } = address;
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['steps', range, filters, after],
    queryFn: ({ signal }) => read('/api/public/v2/observations', { query: stepListCall(address), signal }),
    placeholderData: keepPreviousData,
  });
  const steps = data?.data;
  const next = data?.meta.cursor;
  const go = (to: string | null): void => navigate({ ...address, after: to });
  return (
    <>
      <div className={styles.rows}>
        <Rows isOld={isPlaceholderData} isReady={data !== undefined}>
          {error !== null && <StateLine error={error} again={() => refetch()} />}
          {steps !== undefined && steps.length > 0 && <StepTable {...{ address, steps }} />}
          {steps?.length === 0 && !isPlaceholderData && (
            <NoSteps {...{ range, filters }} onAddress={(to) => navigate({ ...address, after: null, ...to })} />
          )}
        </Rows>
      </div>
      {steps !== undefined && (steps.length > 0 || after !== null) && (
        <nav className={`${pager.pager} secondary bar`} aria-label="Older steps">
          <span>
            {count(steps.length)} {steps.length === 1 ? 'step' : 'steps'}
            {after !== null && ` from before ${timeOf(after)}`}
            {next === undefined && ', no older ones in this time'}
          </span>
          <Link to={tracesWith(range, filters)}>Traces with such a step</Link>
          <button type="button" disabled={after === null} onClick={() => go(null)}>
            Newest
          </button>
          <button type="button" disabled={next === undefined} onClick={() => go(next ?? null)}>
            Older
          </button>
        </nav>
      )}
    </>
  );
}

/** Returns the time of a cursor, which begins with it. */
const timeOf = (cursor: string): string => fullTime(cursor.split(',', 1)[0] ?? '');
