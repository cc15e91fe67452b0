import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { lazyPart } from '../shell/lazy-part';
import { useNewest } from '../start/newest-trace';
import type { TracesAddress } from '../url/list-address';
import { DEFAULT_START, type Way } from '../url/start-address';
import { TraceList } from './trace-list';

const StartPage = lazyPart(() => import('../start/start-page').then((module) => module.StartPage));

/** List of traces; before the first trace of a project, instructions to send one. */
export function TracesPage({ address }: { readonly address: TracesAddress }) {
  return useNewest({ goesOn: false }) === null ? <FirstTrace /> : <TraceList address={address} />;
}

function FirstTrace() {
  const queries = useQueryClient();
  const [way, setWay] = useState<Way>(DEFAULT_START.way);
  // The first trace replaces the instructions by the list, whose cached answer is empty.
  useEffect(() => () => void queries.invalidateQueries(), [queries]);
  return <StartPage way={way} onWay={setWay} newest={null} />;
}
