import { useState } from 'react';
import type { Conversation } from '../conversation/model';
import { count, counted } from '../format/numbers';
import styles from './conversation-tab.module.css';
import { Messages } from './messages';
import { Rest } from './side-view';
import type { Earlier } from './use-shared-messages';

interface InputViewProps {
  readonly conversation: Conversation;
  readonly earlier: Earlier;
  readonly isFormatted: boolean;
  readonly onSelect: (id: string) => void;
}

/** Messages that a model received, new ones apart: each call of a loop repeats the messages of the call before. */
export function InputView({ conversation, earlier, isFormatted, onSelect }: InputViewProps) {
  const [isWhole, setIsWhole] = useState(false);
  const { messages } = conversation;
  const { shared, step, id } = earlier;
  return (
    <>
      <p className={`${styles.earlier} secondary`}>
        <button type="button" className="link" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? '▾' : '▸'} {counted(shared, 'earlier message')}
        </button>
        , unchanged since{' '}
        <button type="button" className="link" onClick={() => onSelect(id)}>
          model call {count(step)}
        </button>
      </p>
      {isWhole && (
        <div className="quote">
          <Messages messages={messages.slice(0, shared)} isFormatted={isFormatted} />
        </div>
      )}
      <Messages messages={messages.slice(shared)} isFormatted={isFormatted} />
      <Rest conversation={conversation} />
    </>
  );
}
