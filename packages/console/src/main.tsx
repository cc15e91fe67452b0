import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { isWorthAnotherTry, waitBeforeTry } from './api/request-error';
import { onSession, sessionOfOtherTabs } from './api/session';
import './format/zone';
import { App } from './shell/app';
import './ui/tokens.css';
import { followProject } from './url/navigate';

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      // The server may be on this computer: whether there is a network says nothing of it.
      networkMode: 'always',
      retry: isWorthAnotherTry,
      retryDelay: waitBeforeTry,
    },
  },
});
// Nothing that one person has read is there for the next.
onSession((isOther) => isOther && queries.clear());

const hasCode = (): boolean => location.hash.startsWith('#code=');

const showWholeTexts = (): void =>
  void import('./ui/whole-texts').then(
    (texts) => texts.showWholeTexts(),
    () => undefined,
  );
// Nobody points at a text before there are some.
addEventListener('pointerover', showWholeTexts, { once: true });

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root');
// A link that is opened in a tab which is at the sign-in already changes but the end of the address.
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
