import { useMemo, useState } from 'react';
import type { Message } from '../conversation/model';
import { resultsOf, withoutResults } from '../conversation/results';
import { count, counted } from '../format/numbers';
import { MessageView } from './message-view';
import styles from './conversation-tab.module.css';

/** Messages that are shown at first (of a longer conversation, those from the last user message on), and how many more a click adds. */
const AT_FIRST = 30;
const MORE = 200;

interface MessagesProps {
  readonly messages: readonly Message[];
  readonly isFormatted: boolean;
}

/** Messages in order; each tool result is below its call. */
export function Messages({ messages, isFormatted }: MessagesProps) {
  const { shown, results } = useMemo(() => {
    const found = resultsOf(messages);
    return { shown: withoutResults(messages, found), results: found };
  }, [messages]);
  const [most, setMost] = useState(() => firstShown(shown));
  const hidden = Math.max(0, shown.length - most);
  return (
    <>
      {hidden > 0 && (
        <button type="button" className={`${styles.messagesEarlier} link`} onClick={() => setMost(most + MORE)}>
          {hidden <= MORE
            ? `Show ${counted(hidden, 'earlier message')}`
            : `Show ${count(MORE)} of ${count(hidden)} earlier messages`}
        </button>
      )}
      {shown.slice(hidden).map((message, n) => (
        <MessageView key={hidden + n} message={message} results={results} isFormatted={isFormatted} />
      ))}
    </>
  );
}

/** Returns the number of last messages that are shown at first. */
function firstShown(messages: readonly Message[]): number {
  if (messages.length <= AT_FIRST) return AT_FIRST;
  const last = messages.findLastIndex(({ role }) => role === 'user');
  return last < 0 ? AT_FIRST : Math.min(AT_FIRST, messages.length - last);
}
