import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { authorization, onSession } from '../api/session';
import { holdKeys, releaseKeys, useKeys } from '../keys/keys';
import { Announcements } from '../ui/announcements';
import { copy } from '../ui/copy';
import { linkTo } from '../url/link-to';
import { navigate, presentAddress, useOpenedSearch, useAddress } from '../url/navigate';
import styles from './app.module.css';
import { ConnectionLine } from './connection-line';
import { Header } from './header';
import { useKeptScroll } from './kept-scroll';
import { lazyPart } from './lazy-part';
import { OverlayBoundary } from './overlay-boundary';
import { PageBoundary } from './page-boundary';
import { PageView } from './page-view';
import { PAGE_LINKS } from './pages';
import './theme';

// Most users are already signed in when they open a page.
const SignIn = lazyPart(() => import('./sign-in').then((module) => module.SignIn));
const UnreadLine = lazyPart(() => import('./unread-line').then((module) => module.UnreadLine));

const OVERLAYS = {
  palette: lazyPart(() => import('../palette/palette').then((module) => module.Palette)),
  help: lazyPart(() => import('../keys/key-help').then((module) => module.KeyHelp)),
  project: lazyPart(() => import('./sign-in-dialog').then((module) => module.SignInDialog)),
};
type Overlay = keyof typeof OVERLAYS;

const PAGE_KEYS = {
  title: 'Pages',
  isUnder: true,
  keys: PAGE_LINKS.map(({ title, key, targetFrom }) => ({
    key,
    help: title,
    run: () => navigate(targetFrom(presentAddress())),
  })),
};

/** Console: the sign-in, or a page with header and overlays. */
export function App() {
  const header = useSyncExternalStore(onSession, authorization);
  // The key unmounts all state of one project before the next is shown.
  if (header !== undefined) return <SignedIn key={header} />;
  return (
    <PageBoundary>
      <SignIn />
    </PageBoundary>
  );
}

function SignedIn() {
  const address = useAddress();
  const search = useOpenedSearch();
  const queries = useQueryClient();
  const main = useRef<HTMLElement>(null);
  const [open, setOpen] = useState<Overlay>();
  const show = useCallback((what: Overlay): void => {
    // Its code may have to be loaded first.
    holdKeys();
    setOpen(what);
  }, []);
  const keys = useMemo(
    () => ({
      title: 'Everywhere',
      isUnder: true,
      keys: [
        { key: 'Mod+k', help: 'search or jump', run: () => show('palette') },
        { key: '?', help: 'all keys', run: () => show('help') },
        { key: 'r', help: 'refresh', run: () => void queries.refetchQueries({ type: 'active' }) },
        { key: 'c', help: 'copy the link of this page', run: () => void copy(linkTo(presentAddress()), 'the link') },
      ],
    }),
    [queries, show],
  );
  useKeptScroll(main);
  useKeys(PAGE_KEYS);
  useKeys(keys);

  // After a sign-out, typed keys belong to the sign-in.
  useEffect(() => () => void releaseKeys(), []);

  // An action of the palette may have opened the help meanwhile.
  const close = (what: typeof open): void => setOpen((now) => (now === what ? undefined : now));

  const Shown = open && OVERLAYS[open];
  const shown = 'id' in address ? address.id : address.page;
  useEffect(() => {
    // The clicked link is gone, and the focus with it; the page gets the focus.
    if (document.activeElement === document.body) main.current?.focus();
  }, [shown]);

  return (
    <div className={styles.app}>
      <Header
        address={address}
        onPalette={() => show('palette')}
        onHelp={() => show('help')}
        onAddProject={() => show('project')}
        onSkip={() => main.current?.focus()}
      />
      <div>
        <ConnectionLine />
        {search !== '' && <UnreadLine search={search} address={address} />}
      </div>
      <main ref={main} className={styles.main} tabIndex={-1}>
        <ProgressLine />
        <PageBoundary key={shown}>
          <PageView address={address} />
        </PageBoundary>
      </main>
      <Announcements />
      {open && Shown && (
        <OverlayBoundary
          key={open}
          onFailed={() => {
            releaseKeys();
            close(open);
          }}
        >
          <Shown onClose={() => close(open)} />
        </OverlayBoundary>
      )}
    </div>
  );
}

/** Progress line above the page while data is loaded for the first time; refreshes do not show it. */
function ProgressLine() {
  const isWaiting = useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0;
  return isWaiting ? <div className={styles.progressLine} role="progressbar" aria-label="Loading" /> : null;
}
