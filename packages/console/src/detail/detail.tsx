import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { type Question, readText } from '../api/client';
import { useKeys } from '../keys/keys';
import { StateLine } from '../ui/state-line';
import { Tabs } from '../ui/tabs';
import { DETAIL_TABS, type DetailTab } from '../url/detail-address';
import { DetailHead } from './detail-head';
import type { DetailProps } from './detail-props';
import styles from './detail.module.css';
import { Facts } from './facts';
import { type ObservationText, membersOf } from './observation-text';
import { TabPanel, fetchTab } from './tab-panel';

const TITLES: Readonly<Record<DetailTab, string>> = {
  conversation: 'Conversation',
  json: 'JSON',
  raw: 'Raw',
  attributes: 'Attributes',
};
const TABS = DETAIL_TABS.map((id) => ({ id, title: TITLES[id] }));

/** Detail of an observation: its figures at once, its texts when they are loaded. */
export function Detail(props: DetailProps) {
  const { observation, traceStart, note, tab, onTab } = props;
  const { id, traceId, updatedAt } = observation;
  const full = useQuery({
    queryKey: ['observation', id, traceId, updatedAt],
    queryFn: ({ signal }) => readObservation(id, traceId, signal),
    // Texts of up to 20 MB are cached for 30 s only, and not compared.
    gcTime: 30_000,
    structuralSharing: false,
  });
  useTabKeys(onTab);
  useEffect(() => fetchTab(tab), [tab]);
  return (
    <section className={styles.detail} aria-label="Observation" tabIndex={0} data-scrolls>
      <DetailHead observation={observation} text={full.data} />
      <Facts observation={observation} traceStart={traceStart} text={full.data} />
      {note}
      <Tabs
        label="Ways to read it"
        tabs={TABS}
        selected={tab}
        onSelect={(chosen) => onTab(DETAIL_TABS.find((each) => each === chosen) ?? 'conversation')}
      >
        {full.error !== null && <StateLine error={full.error} again={() => full.refetch()} />}
        {full.data !== undefined && <TabPanel key={id} {...props} text={full.data} />}
      </Tabs>
    </section>
  );
}

/** Keys 1 to 4 choose a tab. */
function useTabKeys(onTab: (tab: DetailTab) => void): void {
  const latest = useRef(onTab);
  useEffect(() => {
    latest.current = onTab;
  });
  const group = useMemo(
    () => ({
      title: 'Observation',
      keys: TABS.map(({ id, title }, n) => ({ key: String(n + 1), help: title, run: () => latest.current(id) })),
    }),
    [],
  );
  useKeys(group);
}

/** Reads one observation with its texts. */
async function readObservation(id: string, traceId: string, signal?: AbortSignal): Promise<ObservationText> {
  const question: Question = { ids: { observationId: id }, query: { traceId }, ...(signal && { signal }) };
  return membersOf(await readText('/api/public/observations/{observationId}', question));
}
