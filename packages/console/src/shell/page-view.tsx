import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNewest } from '../start/newest';
import { Link } from '../url/link';
import { navigate } from '../url/navigate';
import { DEFAULT_LIST, type TracesPlace } from '../url/list-place';
import { type Place, writePlace } from '../url/place';
import { DEFAULT_START, type StartPlace, type Way } from '../url/start-place';
import styles from './app.module.css';
import { lazyPart } from './lazy-part';

const TraceList = lazyPart(() => import('../list/trace-list').then((module) => module.TraceList));
const TracePage = lazyPart(() => import('../trace/trace-page').then((module) => module.TracePage));
const SessionList = lazyPart(() => import('../sessions/session-list').then((module) => module.SessionList));
const SessionPage = lazyPart(() => import('../sessions/session-page').then((module) => module.SessionPage));
const ComparePage = lazyPart(() => import('../compare/compare-page').then((module) => module.ComparePage));
const DifferentPage = lazyPart(() => import('../different/different-page').then((module) => module.DifferentPage));
const UsagePage = lazyPart(() => import('../usage/usage-page').then((module) => module.UsagePage));
const MetricsPage = lazyPart(() => import('../metrics/metrics-page').then((module) => module.MetricsPage));
const StartPage = lazyPart(() => import('../start/start-page').then((module) => module.StartPage));

/** The page of a place. */
export function PageView({ place }: { readonly place: Place }) {
  switch (place.page) {
    case 'traces':
      return <Traces place={place} />;
    case 'trace':
      return <TracePage key={place.id} place={place} />;
    case 'sessions':
      return <SessionList place={place} />;
    case 'session':
      return <SessionPage key={place.id} place={place} />;
    case 'compare':
      return <ComparePage place={place} />;
    case 'different':
      return <DifferentPage place={place} />;
    case 'usage':
      return <UsagePage place={place} />;
    case 'metrics':
      return <MetricsPage place={place} />;
    case 'start':
      return <Start place={place} />;
    default:
      return <Unknown path={writePlace(place)} />;
  }
}

/** The list; as long as nothing was ever sent, how to do that. */
function Traces({ place }: { readonly place: TracesPlace }) {
  return useNewest({ goesOn: false }) === null ? <FirstTrace /> : <TraceList place={place} />;
}

function FirstTrace() {
  const queries = useQueryClient();
  const [way, setWay] = useState<Way>(DEFAULT_START.way);
  // With the first trace comes the list, which had found nothing.
  useEffect(() => () => void queries.invalidateQueries(), [queries]);
  return <StartPage way={way} onWay={setWay} newest={null} />;
}

function Start({ place }: { readonly place: StartPlace }) {
  const newest = useNewest({ goesOn: true });
  return <StartPage way={place.way} onWay={(way) => navigate({ page: 'start', way }, 'replace')} newest={newest} />;
}

function Unknown({ path }: { readonly path: string }) {
  return (
    <section className={styles.unknown} aria-label="No page">
      <h1>
        There is no page <code>{path}</code>.
      </h1>
      <Link to={{ page: 'traces', ...DEFAULT_LIST }}>All traces</Link>
    </section>
  );
}
