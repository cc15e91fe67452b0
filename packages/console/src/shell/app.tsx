import { Suspense, lazy, useSyncExternalStore } from 'react';
import { authorization, onSession, signOut } from '../api/session';
import { Link } from '../url/link';
import { usePlace } from '../url/navigate';
import { DEFAULT_LIST } from '../url/list-place';
import { DEFAULT_SESSIONS } from '../url/sessions-place';
import { DEFAULT_USAGE } from '../url/usage-place';
import styles from './app.module.css';
import { SignIn } from './sign-in';
import { ThemeButton } from './theme-button';

const TraceList = lazy(() => import('../list/trace-list').then((module) => ({ default: module.TraceList })));
const TracePage = lazy(() => import('../trace/trace-page').then((module) => ({ default: module.TracePage })));
const SessionList = lazy(() => import('../sessions/session-list').then((module) => ({ default: module.SessionList })));
const SessionPage = lazy(() => import('../sessions/session-page').then((module) => ({ default: module.SessionPage })));
const ComparePage = lazy(() => import('../compare/compare-page').then((module) => ({ default: module.ComparePage })));
const UsagePage = lazy(() => import('../usage/usage-page').then((module) => ({ default: module.UsagePage })));

export function App() {
  const isSignedIn = useSyncExternalStore(onSession, authorization) !== undefined;
  return isSignedIn ? <SignedIn /> : <SignIn />;
}

function SignedIn() {
  const place = usePlace();
  return (
    <div className={styles.app}>
      <header className={styles.header}>
        <Link className={styles.brand} to={{ page: 'traces', ...DEFAULT_LIST }}>
          Sluice
        </Link>
        <nav className={styles.nav} aria-label="Pages">
          <Link
            to={{ page: 'traces', ...DEFAULT_LIST }}
            aria-current={place.page === 'traces' || place.page === 'trace' ? 'page' : undefined}
          >
            Traces
          </Link>
          <Link
            to={DEFAULT_SESSIONS}
            aria-current={place.page === 'sessions' || place.page === 'session' ? 'page' : undefined}
          >
            Sessions
          </Link>
          <Link to={DEFAULT_USAGE} aria-current={place.page === 'usage' ? 'page' : undefined}>
            Usage
          </Link>
        </nav>
        <ThemeButton />
        <button type="button" onClick={() => signOut()}>
          Sign out
        </button>
      </header>
      <main className={styles.main}>
        <Suspense fallback={null}>
          {place.page === 'traces' && <TraceList place={place} />}
          {place.page === 'trace' && <TracePage key={place.id} place={place} />}
          {place.page === 'sessions' && <SessionList place={place} />}
          {place.page === 'session' && <SessionPage key={place.id} place={place} />}
          {place.page === 'compare' && <ComparePage place={place} />}
          {place.page === 'usage' && <UsagePage place={place} />}
          {place.page === 'unknown' && <Unknown path={place.path} />}
        </Suspense>
      </main>
    </div>
  );
}

function Unknown({ path }: { readonly path: string }) {
  return (
    <p className={styles.unknown}>
      There is no page <code>{path}</code>. <Link to={{ page: 'traces', ...DEFAULT_LIST }}>All traces</Link>
    </p>
  );
}
