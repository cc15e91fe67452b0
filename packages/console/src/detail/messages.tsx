import { useMemo, useState } from 'react';
import type { Message } from '../conversation/model';
import { resultsOf, withoutResults } from '../conversation/results';
import { count } from '../format/numbers';
import { MessageView } from './message-view';
import styles from './messages.module.css';

/** The last of many are shown first. */
const AT_FIRST = 30;
const MORE = 200;

interface MessagesProps {
  readonly messages: readonly Message[];
  readonly isFormatted: boolean;
}

/** Messages in their order, each result of a tool with its call. */
export function Messages({ messages, isFormatted }: MessagesProps) {
  const [most, setMost] = useState(AT_FIRST);
  const { shown, results } = useMemo(() => {
    const found = resultsOf(messages);
    return { shown: withoutResults(messages, found), results: found };
  }, [messages]);
  const hidden = Math.max(0, shown.length - most);
  return (
    <>
      {hidden > 0 && (
        <button type="button" className={styles.earlier} onClick={() => setMost(most + MORE)}>
          {hidden <= MORE
            ? `Show ${count(hidden)} earlier ${hidden === 1 ? 'message' : 'messages'}`
            : `Show ${count(MORE)} of ${count(hidden)} earlier messages`}
        </button>
      )}
      {shown.slice(hidden).map((message, n) => (
        <MessageView key={hidden + n} message={message} results={results} isFormatted={isFormatted} />
      ))}
    </>
  );
}
