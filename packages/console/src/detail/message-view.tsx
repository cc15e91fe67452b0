import type { Call, Message, ContentPart, Result } from '../conversation/model';
import { count } from '../format/numbers';
import styles from './message-view.module.css';
import { PartView } from './part-view';

/** Roles of instructions, which are long and equal in every call. */
const INSTRUCTIONS = ['system', 'developer'];
/** Roles whose texts are Markdown; texts of tools and instructions are shown as sent. */
const WRITERS = ['assistant', 'user'];
/** Most parts of a message that are shown; a sender may send thousands. */
const MAX_PARTS = 200;

interface MessageViewProps {
  readonly message: Message;
  readonly results: ReadonlyMap<Call, Result>;
  readonly isFormatted: boolean;
}

/** Message with its role. Instructions are collapsed. */
export function MessageView({ message, results, isFormatted }: MessageViewProps) {
  const { role, name, parts, finish } = message;
  const shown = parts
    .slice(0, MAX_PARTS)
    .map((part, n) => (
      <PartView key={n} part={part} isFormatted={isFormatted && WRITERS.includes(role)} results={results} />
    ));
  if (INSTRUCTIONS.includes(role)) {
    const text = parts.map(textIn).join(' ');
    return (
      <details className={styles.message}>
        <summary className={`${styles.collapsed} opens`}>
          <span className={`${styles.role} caption`}>{role}</span>{' '}
          <span className={`${styles.begin} secondary cut`} dir="auto">
            {text.slice(0, 200)}
          </span>
          <span className={`${styles.length} minor`}>{count(text.length)} characters</span>
        </summary>
        <div className={styles.parts}>{shown}</div>
      </details>
    );
  }
  return (
    <div className={styles.message} data-role={role}>
      <p className={`${styles.role} caption`}>
        <bdi>{role}</bdi>
        {name !== undefined && (
          <>
            {' '}
            <bdi>{name}</bdi>
          </>
        )}
        {finish !== undefined && !USUAL.includes(finish) && (
          <span className={`${styles.finish} warning`}>stopped: {finish}</span>
        )}
      </p>
      <div className={styles.parts}>
        {shown}
        {parts.length === 0 && <p className={`${styles.role} caption`}>said nothing</p>}
        {parts.length > MAX_PARTS && (
          <p className={`${styles.role} caption`}>and {count(parts.length - MAX_PARTS)} more parts: see JSON</p>
        )}
      </div>
    </div>
  );
}

/** Reasons to stop that add nothing to a text or a call. */
const USUAL = ['stop', 'STOP', 'end_turn', 'tool_calls', 'tool_call', 'tool_use', 'tool-calls', 'completed'];

/** Short text for a part of a collapsed message. */
const textIn = (part: ContentPart): string =>
  'text' in part ? (part.text ?? '') : part.kind === 'value' ? (part.name ?? 'JSON') : part.kind;
