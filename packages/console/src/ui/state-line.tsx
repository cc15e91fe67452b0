import { useEffect, useEffectEvent, useState } from 'react';
import { reasonOf } from './reasons';
import styles from './state-line.module.css';

interface StateLineProps {
  readonly error: Error;
  readonly again: () => unknown;
  /** Noun of the missing thing after a 404: `trace`. */
  readonly what?: string;
}

/** Reason why nothing is shown, advice, and a button to retry; a busy server is retried automatically. */
export function StateLine({ error, again, what }: StateLineProps) {
  const { title, advice, againInSeconds } = reasonOf(error, what);
  return (
    <div className={styles.line} role="alert">
      <span className={`${styles.title} failed`}>{title}</span>
      <bdi className={`${styles.advice} secondary`}>{advice}</bdi>
      <button type="button" onClick={() => void again()}>
        Try again
        {againInSeconds !== undefined && <Countdown error={error} seconds={againInSeconds} again={again} />}
      </button>
    </div>
  );
}

interface CountdownProps {
  /** A new error restarts the countdown. */
  readonly error: Error;
  readonly seconds: number;
  readonly again: () => unknown;
}

/** Counts down to 0 and retries. Screen readers do not read each second. */
function Countdown({ error, seconds, again }: CountdownProps) {
  const [left, setLeft] = useState(seconds);
  const ask = useEffectEvent(again);
  useEffect(() => {
    const until = performance.now() + seconds * 1000;
    const timer = setInterval(() => {
      const rest = Math.ceil((until - performance.now()) / 1000);
      setLeft(Math.max(0, rest));
      if (rest > 0) return;
      clearInterval(timer);
      void ask();
    }, 1000);
    setLeft(seconds);
    return () => clearInterval(timer);
  }, [error, seconds]);
  return <span aria-hidden="true">{left > 0 ? ` (in ${left} s)` : ' …'}</span>;
}
