import './ui/tokens.css';
import './ui/classes.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { isWorthAnotherTry, waitBeforeTry } from './api/request-error';
import { onSession, sessionOfOtherTabs } from './api/session';
import './format/zone';
import { App } from './shell/app';
import { PAGES } from './shell/pages';
import { followProject, startNavigation } from './url/navigate';

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      // The server may run on this computer, so the state of the network is irrelevant.
      networkMode: 'always',
      retry: isWorthAnotherTry,
      retryDelay: waitBeforeTry,
    },
  },
});
// A cached answer must not be shown with other credentials.
onSession((isOther) => isOther && queries.clear());

const hasCode = (): boolean => location.hash.startsWith('#code=');

const showWholeTexts = (): void =>
  void import('./ui/whole-texts').then(
    (texts) => texts.showWholeTexts(),
    () => undefined,
  );
// Registered at the first pointer event: tooltips are not needed before.
addEventListener('pointerover', showWholeTexts, { once: true });

startNavigation(PAGES);
const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root');
// A sign-in link opened in a tab that shows the sign-in only changes the fragment of the URL.
addEventListener('hashchange', () => hasCode() && location.reload());
// The project of a link is added to those of other tabs.
await sessionOfOtherTabs();
if (hasCode()) await (await import('./api/redeem-code')).redeemCode();
followProject();
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
