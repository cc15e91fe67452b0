import { useState } from 'react';
import { StateLine } from '../ui/state-line';
import { Link } from '../url/link';
import { type TraceAddress, listOf } from '../url/trace-address';
import { TraceBody } from './trace-body';
import styles from './trace-page.module.css';
import { useTrace } from './use-trace';

/** Trace page: tree and waterfall, and the selected observation. */
export function TracePage({ address }: { readonly address: TraceAddress }) {
  const trace = useTrace(address.id);
  // The last error stays while the trace is read again, so that the page does not flicker.
  const [reason, setReason] = useState(trace.error);
  if (trace.error !== null && trace.error !== reason) setReason(trace.error);
  if (trace.data !== undefined)
    return (
      <TraceBody trace={trace.data} address={address} refresh={() => void trace.refetch()} problem={trace.error} />
    );
  return (
    <section aria-label="Trace">
      <header className={styles['head']}>
        <Link to={listOf(address.list)}>‹ Traces</Link>
        <h1 className={styles['title']}>
          Trace <code>{address.id.slice(0, 100)}</code>
        </h1>
      </header>
      {reason === null ? (
        <p className={`${styles.wait} secondary`} role="status">
          Loading the trace
        </p>
      ) : (
        <StateLine error={reason} what="trace" again={() => trace.refetch()} />
      )}
    </section>
  );
}
