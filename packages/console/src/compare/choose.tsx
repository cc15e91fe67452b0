import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { read } from '../api/client';
import type { ListedTrace } from '../api/types';
import { count, duration } from '../format/numbers';
import { age, fullTime } from '../format/times';
import { Cost } from '../ui/cost';
import { StateLine } from '../ui/state-line';
import type { ComparePlace } from '../url/compare-place';
import { Link } from '../url/link';
import { navigate } from '../url/navigate';
import styles from './choose.module.css';

const OFFERED = 30;

/** Where the traces of a comparison are chosen: by id, or among the newest of the same name. */
export function Choose({ place }: { readonly place: ComparePlace }) {
  const { left, right } = place;
  const known = left ?? right;
  const one = useQuery({
    queryKey: ['compare', 'one', known],
    enabled: known !== undefined,
    queryFn: ({ signal }) =>
      read('/api/public/traces/{traceId}', { ids: { traceId: known ?? '' }, query: { fields: 'core' }, signal }),
  });
  const name = one.data?.name ?? undefined;
  const offered = useQuery({
    queryKey: ['compare', 'offered', name],
    enabled: known === undefined || one.data !== undefined,
    queryFn: ({ signal }) =>
      read('/api/public/traces', { query: { name, limit: OFFERED, fields: 'core,metrics,summary' }, signal }),
  });
  const withTrace = (id: string): ComparePlace =>
    left === undefined ? { ...place, left: id } : { ...place, right: id, observation: undefined };
  const error = one.error ?? offered.error;
  return (
    <div className={styles.choose}>
      <p>
        {known === undefined ? (
          'Choose the first of two traces.'
        ) : (
          <>
            Compare <bdi>{name ?? known}</bdi>
            {one.data !== undefined && ` of ${fullTime(one.data.timestamp)}`} with which trace?
          </>
        )}
      </p>
      <ById onChoose={(id) => navigate(withTrace(id))} />
      {error !== null && <StateLine error={error} again={() => (one.error === null ? offered : one).refetch()} />}
      {offered.data !== undefined && (
        <Offered traces={offered.data.data.filter(({ id }) => id !== one.data?.id)} name={name} placeWith={withTrace} />
      )}
    </div>
  );
}

function ById({ onChoose }: { readonly onChoose: (id: string) => void }) {
  const [id, setId] = useState('');
  const choose = (event: SubmitEvent): void => {
    event.preventDefault();
    if (id.trim() !== '') onChoose(id.trim());
  };
  return (
    <form className={styles.id} onSubmit={choose}>
      <label>
        Trace id <input value={id} size={38} spellCheck={false} onChange={({ target }) => setId(target.value)} />
      </label>
      <button type="submit">Compare</button>
    </form>
  );
}

/** The good ones are told from the bad ones at a glance. */
function errorsOf({ errorCount = 0 }: ListedTrace): string {
  if (errorCount === 0) return 'no errors';
  return errorCount === 1 ? '! 1 error' : `! ${count(errorCount)} errors`;
}

interface OfferedProps {
  readonly traces: readonly ListedTrace[];
  readonly name: string | undefined;
  readonly placeWith: (id: string) => ComparePlace;
}

function Offered({ traces, name, placeWith }: OfferedProps) {
  const now = Date.now();
  if (traces.length === 0) return <p className={styles.none}>There is no other trace of this name.</p>;
  return (
    <>
      <h2 className={styles.heading}>
        {name === undefined ? (
          'The newest traces'
        ) : (
          <>
            The newest of the name <bdi>{name}</bdi>
          </>
        )}
      </h2>
      <ul className={styles.offered}>
        {traces.map((trace) => (
          <li key={trace.id}>
            <Link to={placeWith(trace.id)}>
              <bdi>{trace.name ?? 'unnamed'}</bdi>
            </Link>
            <span className={styles.preview} dir="auto">
              {trace.inputPreview}
            </span>
            <span data-failed={(trace.errorCount ?? 0) > 0}>{errorsOf(trace)}</span>
            <span>{duration(trace.latency * 1000)}</span>
            <span>
              <Cost cost={trace.totalCost} tokens={trace.totalTokens ?? 0} />
            </span>
            <time dateTime={trace.timestamp} title={fullTime(trace.timestamp)}>
              {age(trace.timestamp, now)}
            </time>
          </li>
        ))}
      </ul>
    </>
  );
}
