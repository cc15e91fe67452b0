import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { addressOf } from '../api/client';
import { RequestError, isOfProxy } from '../api/request-error';
import { clock } from '../format/times';
import styles from './app.module.css';

const ASK_AGAIN_MS = 3_000;

/**
 * Line that reports that the server is unreachable, and since when; shown data is old meanwhile. It polls the server, and when that
 * answers, all failed queries run again.
 */
export function ConnectionLine() {
  const queries = useQueryClient();
  const [awaySince, setAwaySince] = useState<number>();

  useEffect(
    () =>
      queries.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated') return;
        if (event.action.type === 'success') setAwaySince(undefined);
        const error: unknown =
          event.action.type === 'error' || event.action.type === 'failed' ? event.action.error : undefined;
        if (error instanceof RequestError)
          setAwaySince((since) => (error.status === 0 ? (since ?? Date.now()) : undefined));
      }),
    [queries],
  );

  const isAway = awaySince !== undefined;
  useEffect(() => {
    if (!isAway) return;
    const timer = setInterval(() => {
      void isThere().then((yes) => {
        if (!yes) return;
        setAwaySince(undefined);
        void queries.refetchQueries({ type: 'active' });
      });
    }, ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isAway, queries]);

  return (
    <div role="status">
      {isAway && (
        <p className={`${styles.line} warning`}>
          {navigator.onLine ? 'The server has not answered' : 'This device has been offline'} since{' '}
          {clock(new Date(awaySince).toISOString())}. Data may be out of date; this page updates automatically.
        </p>
      )}
    </div>
  );
}

async function isThere(): Promise<boolean> {
  try {
    const { status, headers } = await fetch(addressOf('/api/public/health'), { cache: 'no-store' });
    return !isOfProxy(status, headers.get('content-type'));
  } catch {
    return false;
  }
}
