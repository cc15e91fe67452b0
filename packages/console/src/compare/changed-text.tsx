import { useMemo, useState } from 'react';
import { count } from '../format/numbers';
import styles from './changed-text.module.css';
import { type DiffRun, diffText } from './text-diff';

/** Characters above which an unchanged text is collapsed, and characters that stay visible at either end. */
const MAX_COLLAPSED = 600;
const LEFT_OVER = 200;

/** Text with its changes: removed words are struck through, added words underlined. */
export function ChangedText({ before, after }: { readonly before: string; readonly after: string }) {
  const pieces = useMemo(() => diffText(before, after), [before, after]);
  if (pieces === undefined) {
    return (
      <>
        <p className="secondary">Too long, or too different, to compare word by word.</p>
        <PlainText text={before} mark="removed" />
        <PlainText text={after} mark="added" />
      </>
    );
  }
  return (
    <pre className={`${styles.text} code`} dir="auto">
      {pieces.map((piece, n) => (
        <OfPiece key={n} piece={piece} isFirst={n === 0} isLast={n === pieces.length - 1} />
      ))}
    </pre>
  );
}

function OfPiece({
  piece,
  isFirst,
  isLast,
}: {
  readonly piece: DiffRun;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}) {
  const [isOpen, setOpen] = useState(false);
  const { kind, text } = piece;
  if (kind === 'removed') return <del className={styles.removed}>{cut(text)}</del>;
  if (kind === 'added') return <ins className={styles.added}>{cut(text)}</ins>;
  if (isOpen || text.length <= MAX_COLLAPSED) return <span>{text}</span>;
  const head = isFirst ? '' : text.slice(0, LEFT_OVER);
  const tail = isLast ? '' : text.slice(-LEFT_OVER);
  return (
    <span>
      {head}
      <button type="button" className={`${styles.expand} secondary`} onClick={() => setOpen(true)}>
        {count(text.length - head.length - tail.length)} characters unchanged
      </button>
      {tail}
    </span>
  );
}

const MAX_SHOWN = 100_000;

const cut = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

interface PlainTextProps {
  readonly text: string;
  readonly mark?: 'removed' | 'added';
}

/** Text of one trace only, cut behind a button if it is long. */
export function PlainText({ text, mark }: PlainTextProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? text : text.slice(0, 10 * MAX_COLLAPSED);
  return (
    <pre className={`${styles.text} code`} data-mark={mark} dir="auto">
      {shown}
      {shown.length < text.length && (
        <button type="button" className={`${styles.expand} secondary`} onClick={() => setWhole(true)}>
          {count(text.length - shown.length)} more characters
        </button>
      )}
    </pre>
  );
}
