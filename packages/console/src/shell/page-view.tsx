import { Link } from '../url/link';
import { DEFAULT_LIST } from '../url/list-place';
import { type Place, writePlace } from '../url/address';
import styles from './app.module.css';
import { lazyPart } from './lazy-part';

const TracesPage = lazyPart(() => import('../list/traces-page').then((module) => module.TracesPage));
const TracePage = lazyPart(() => import('../trace/trace-page').then((module) => module.TracePage));
const SessionList = lazyPart(() => import('../sessions/session-list').then((module) => module.SessionList));
const SessionPage = lazyPart(() => import('../sessions/session-page').then((module) => module.SessionPage));
const ComparePage = lazyPart(() => import('../compare/compare-page').then((module) => module.ComparePage));
const DifferentPage = lazyPart(() => import('../differences/differences-page').then((module) => module.DifferentPage));
const UsagePage = lazyPart(() => import('../usage/usage-page').then((module) => module.UsagePage));
const MetricsPage = lazyPart(() => import('../metrics/metrics-page').then((module) => module.MetricsPage));
const SendPage = lazyPart(() => import('../start/send-page').then((module) => module.SendPage));

/** The page of a place. */
export function PageView({ place }: { readonly place: Place }) {
  switch (place.page) {
    case 'traces':
      return <TracesPage place={place} />;
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
      return <SendPage place={place} />;
    default:
      return <Unknown path={writePlace(place)} />;
  }
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
