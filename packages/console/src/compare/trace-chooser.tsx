import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { type Answer, read } from '../api/client';
import type { ListedTrace } from '../api/types';
import { filterParameter } from '../list/selection';
import { fullTime } from '../format/times';
import { StateLine } from '../ui/state-line';
import type { CompareAddress } from '../url/compare-address';
import type { Filter } from '../url/filters';
import { navigate } from '../url/navigate';
import styles from './trace-chooser.module.css';
import { Offered } from './trace-choices';
import { addressWith } from './add-to-comparison';

const OFFERED = 30;
/** Traces without errors that are listed first. */
const GOOD = 5;

/** Chooser of the traces to compare: by id, or among traces of the same name, traces without errors first. */
export function Choose({ address }: { readonly address: CompareAddress }) {
  const known = address.left ?? address.right;
  const one = useQuery({
    queryKey: ['compare', 'one', known],
    enabled: known !== undefined,
    queryFn: ({ signal }) =>
      read('/api/public/traces/{traceId}', { ids: { traceId: known ?? '' }, query: { fields: 'core' }, signal }),
  });
  const name = one.data?.name ?? undefined;
  const ofName: readonly Filter[] = name === undefined ? [] : [{ name: 'name', value: name }];
  const isReady = known === undefined || one.data !== undefined;
  const good = useListed([...ofName, { name: 'errorCount', value: '0' }], GOOD + 1, isReady && name !== undefined);
  const newest = useListed(ofName, OFFERED, isReady);
  const failed = [one, good, newest].find(({ error }) => error !== null);
  const others = (traces: readonly ListedTrace[] = []): readonly ListedTrace[] =>
    traces.filter(({ id }) => id !== one.data?.id);
  const best = others(good.data?.data).slice(0, GOOD);
  const at = (chosen: Pick<ListedTrace, 'id' | 'timestamp'>): CompareAddress => addressWith(address, chosen, one.data);
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
      <ById onChoose={(id) => navigate(addressWith(address, { id }))} />
      {failed !== undefined && <StateLine error={failed.error as Error} again={() => failed.refetch()} />}
      {best.length > 0 && <Offered title="The newest without errors" traces={best} addressOf={at} />}
      {newest.data !== undefined && (
        <Offered
          title={name === undefined ? 'The newest traces' : `The newest of the name ${name}`}
          traces={others(newest.data.data)}
          addressOf={at}
        />
      )}
    </div>
  );
}

/** Reads the newest traces that match the filters. */
function useListed(filters: readonly Filter[], limit: number, isEnabled: boolean) {
  return useQuery<Answer<'/api/public/traces'>>({
    queryKey: ['compare', 'offered', filters],
    enabled: isEnabled,
    queryFn: ({ signal }) =>
      read('/api/public/traces', {
        query: { filter: filterParameter(filters), limit, fields: 'core,metrics,summary' },
        signal,
      }),
  });
}

function ById({ onChoose }: { readonly onChoose: (id: string) => void }) {
  const [id, setId] = useState('');
  const choose = (event: SubmitEvent): void => {
    event.preventDefault();
    if (id.trim() !== '') onChoose(id.trim());
  };
  return (
    <form className={styles.id} onSubmit={choose}>
      <label className="secondary">
        Trace id <input value={id} size={38} spellCheck={false} onChange={({ target }) => setId(target.value)} />
      </label>
      <button type="submit">Compare</button>
    </form>
  );
}
