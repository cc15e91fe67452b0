import { MessageText } from '../detail/message-text';
import { clock, fullTime } from '../format/times';
import styles from './turn.module.css';

interface TurnMessageProps {
  readonly role: 'user' | 'assistant';
  readonly time: string;
  /** Text; undefined until it is read, and for an unknown format. */
  readonly text: string | undefined;
  /** Start of the whole value. */
  readonly preview: string | null | undefined;
}

/** Message of a turn. */
export function TurnMessage({ role, time, text, preview }: TurnMessageProps) {
  if (text === undefined && (preview === null || preview === undefined)) return null;
  return (
    <div className={styles.message} data-role={role}>
      <Clock time={time} />
      <span className={`${styles.role} secondary`}>{role}</span>
      <div className={styles.text}>
        {text === undefined ? (
          <p className={`${styles.preview} mono secondary`} dir="auto">
            {preview}
          </p>
        ) : (
          <MessageText text={text} isFormatted={role === 'assistant'} />
        )}
      </div>
    </div>
  );
}

/** Time of day. */
export function Clock({ time }: { readonly time: string }) {
  return (
    <time className="secondary" dateTime={time} title={fullTime(time)}>
      {clock(time)}
    </time>
  );
}
