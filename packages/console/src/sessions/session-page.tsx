import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type Parameters, read } from '../api/client';
import { curlOf } from '../api/curl';
import type { ListedTrace } from '../api/types';
import { day } from '../format/times';
import { CopyMenu } from '../ui/copy-menu';
import { Pager } from '../ui/pager';
import { StateLine } from '../ui/state-line';
import { useTitle } from '../ui/title';
import { SCROLLS } from '../ui/use-visibility';
import { linkTo } from '../url/link-to';
import { navigate } from '../url/navigate';
import type { SessionAddress } from '../url/sessions-address';
import { SessionHead } from './session-head';
import styles from './session-page.module.css';
import { Turn } from './turn';

/** Turns on a page: a session may have 20,000 traces. */
const TURNS = 50;
const FRESH_MS = 5_000;

const turnsCall = ({ id, page_ }: SessionAddress): Parameters => ({
  ...{ sessionId: id, orderBy: 'timestamp.asc', page: page_, limit: TURNS },
  fields: 'core,metrics,summary',
});

/** Session: its traces in order of time, as a conversation. */
export function SessionPage({ address }: { readonly address: SessionAddress }) {
  const { id, page_ } = address;
  const turns = useQuery({
    queryKey: ['turns', id, page_],
    queryFn: ({ signal }) => read('/api/public/traces', { query: turnsCall(address), signal }),
    placeholderData: keepPreviousData,
    refetchInterval: FRESH_MS,
  });
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollTo({ top: 0 });
  }, [page_]);
  const { data, error } = turns;
  useTitle(`Session ${id}`);
  return (
    <section className={styles.page} aria-label="Session">
      <SessionHead id={id} traces={data?.meta.totalItems}>
        <CopyMenu
          items={[
            { what: 'link', text: () => linkTo(address) },
            { what: 'id', text: () => id },
            { what: 'call as curl', text: () => curlOf('/api/public/traces', { query: turnsCall(address) }) },
          ]}
        />
      </SessionHead>
      {error !== null && data === undefined && <StateLine error={error} again={() => turns.refetch()} />}
      {data !== undefined && (
        <div
          {...SCROLLS}
          ref={box}
          className={styles.turns}
          data-stale={turns.isPlaceholderData}
          role="region"
          aria-label="Turns"
          tabIndex={0}
        >
          {data.meta.totalItems === 0 && (
            <p className={`${styles.nothing} secondary`}>There is no trace with this session.</p>
          )}
          <ol className={styles.list}>
            {data.data.map((trace, index) => (
              <li key={trace.id}>
                <NewDay trace={trace} before={data.data[index - 1]} />
                <Turn trace={trace} />
              </li>
            ))}
          </ol>
        </div>
      )}
      {data !== undefined && data.meta.totalPages > 1 && (
        <Pager meta={data.meta} things="turns" onPage={(to) => navigate({ ...address, page_: to })} />
      )}
    </section>
  );
}

/** Heading with the day, above its first turn. */
function NewDay({ trace, before }: { readonly trace: ListedTrace; readonly before: ListedTrace | undefined }) {
  const today = day(trace.timestamp);
  return before !== undefined && day(before.timestamp) === today ? null : (
    <h2 className={`${styles.day} caption`}>{today}</h2>
  );
}
