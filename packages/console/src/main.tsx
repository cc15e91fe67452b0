import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RequestError } from './api/client';
import { onSession, redeemCode } from './api/session';
import './format/zone';
import { App } from './shell/app';
import './ui/tokens.css';

const MOST_TRIES = 3;

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      // What was refused is refused again; only who is overloaded or away is asked once more.
      retry: (times, error) =>
        times < MOST_TRIES && error instanceof RequestError && (error.status === 0 || error.status >= 500),
      retryDelay: (times, error) =>
        error instanceof RequestError && error.retryAfterSeconds !== undefined
          ? error.retryAfterSeconds * 1000
          : 500 * 2 ** times,
    },
  },
});
// Nothing that one person has read is there for the next.
onSession(() => queries.clear());

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root');
await redeemCode();
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
