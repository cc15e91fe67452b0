import { useEffect, useReducer, useState } from 'react';
import { count } from '../format/numbers';
import { StateLine } from '../ui/state-line';
import type { SearchedTexts } from './find';
import { throttle } from '../url/throttle';
import styles from './find-texts.module.css';
import type { ReadTrace } from './read-trace';
import { readTexts } from './read-texts';
import { searchedTexts } from './searched-texts';
import { type HeldTexts, TEXT_LIMITS, type TextPlan, planTexts } from './text-plan';

/** Interval in milliseconds between two searches of newly read texts. */
const SEARCH_EVERY_MS = 250;

const LIMITS = `${count(TEXT_LIMITS.bytes / 1e6)} MB and ${count(TEXT_LIMITS.count)} observations`;

interface FindTextsProps {
  readonly trace: ReadTrace;
  /** Texts that this page has read before. */
  readonly kept: { held: HeldTexts };
  /** Receives all texts after each request that read more of them. */
  readonly onRead: (texts: SearchedTexts) => void;
}

interface Progress {
  readonly of: ReadTrace;
  readonly plan: TextPlan;
  readonly isDone: boolean;
  readonly error?: Error;
}

/** Reads the texts of a trace while the search is open, and shows how many are searched. */
export function FindTexts({ trace, kept, onRead }: FindTextsProps) {
  const [read, setRead] = useState(trace);
  const [progress, setProgress] = useState<Progress>();
  const [tries, tryAgain] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const plan = planTexts(read, kept.held);
    kept.held = plan.held;
    const show = (isDone: boolean, error?: Error): void => {
      if (signal.aborted) return;
      setProgress({ of: read, plan, isDone, ...(error && { error }) });
      onRead(searchedTexts(plan.held));
    };
    const more = throttle(() => show(false), SEARCH_EVERY_MS);
    more.soon();
    readTexts(read.head.id, plan, signal, more.soon)
      .finally(more.drop)
      .then(
        () => show(true),
        (error: unknown) => show(true, error instanceof Error ? error : new Error(String(error))),
      );
    return () => stop.abort();
  }, [read, tries]);
  // A growing trace is read again only after the current read: restarted at each change, a large text would never arrive.
  if (progress?.isDone === true && progress.of === read && trace !== read) setRead(trace);
  if (progress === undefined) return null;
  return (
    <>
      <p
        className={`${styles.line} minor`}
        role="status"
        aria-busy={!progress.isDone}
        title="A text is the input, output and metadata of an observation, or of the trace itself"
      >
        {wordsOf(progress)}
      </p>
      {progress.error !== undefined && <StateLine error={progress.error} again={tryAgain} />}
    </>
  );
}

function wordsOf({ plan: { held, of, beyond }, isDone, error }: Progress): string {
  if (held.size === of) return `Searched in all ${count(of)} texts`;
  const words = `Searched in ${count(held.size)} of ${count(of)} texts`;
  if (!isDone) return `${words} so far`;
  if (error !== undefined || beyond === 0) return words;
  return `${words}: ${count(beyond)} exceed the limit of ${LIMITS}. Open an observation to search its JSON.`;
}
