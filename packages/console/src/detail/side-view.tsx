import type { Conversation } from '../conversation/model';
import { count } from '../format/numbers';
import { Messages } from './messages';
import { MessageText } from './message-text';
import type { IoValue } from './io-value';
import styles from './conversation-tab.module.css';
import { Value } from './value';

interface SideViewProps {
  readonly side: IoValue;
  readonly isFormatted: boolean;
  readonly onJson: () => void;
}

/** Input or output: messages, a text, or a value. */
export function SideView({ side, isFormatted, onJson }: SideViewProps) {
  switch (side.shape) {
    case 'none':
      return null;
    case 'text':
      return <MessageText text={side.text} isFormatted={isFormatted} />;
    case 'value':
      return <Value value={side.value} />;
    case 'large':
      return (
        <p className={`${styles.rest} secondary`}>
          {count(side.characters)} characters of JSON are too many for this view.{' '}
          <button type="button" onClick={onJson}>
            Open as JSON
          </button>
        </p>
      );
    case 'conversation':
      return (
        <>
          <Messages messages={side.conversation.messages} isFormatted={isFormatted} />
          <Rest conversation={side.conversation} />
        </>
      );
  }
}

/** Members sent besides the messages, collapsed. */
export function Rest({ conversation }: { readonly conversation: Conversation }) {
  const { rest } = conversation;
  if (rest.length === 0) return null;
  return (
    <details className={`${styles.rest} secondary`}>
      <summary className="opens">
        Also sent:{' '}
        {rest
          .slice(0, 12)
          .map(([name]) => name.slice(0, 40))
          .join(', ')}
        {rest.length > 12 && ', …'}
      </summary>
      <Value value={Object.fromEntries(rest)} />
    </details>
  );
}
