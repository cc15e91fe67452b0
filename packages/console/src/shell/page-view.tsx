import { Link } from '../url/link';
import { DEFAULT_LIST } from '../url/list-address';
import { type Address, writeAddress } from '../url/address';
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

/** Page of an address. */
export function PageView({ address }: { readonly address: Address }) {
  switch (address.page) {
    case 'traces':
      return <TracesPage address={address} />;
    case 'trace':
      return <TracePage key={address.id} address={address} />;
    case 'sessions':
      return <SessionList address={address} />;
    case 'session':
      return <SessionPage key={address.id} address={address} />;
    case 'compare':
      return <ComparePage address={address} />;
    case 'different':
      return <DifferentPage address={address} />;
    case 'usage':
      return <UsagePage address={address} />;
    case 'metrics':
      return <MetricsPage address={address} />;
    case 'start':
      return <SendPage address={address} />;
    default:
      return <Unknown path={writeAddress(address)} />;
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
