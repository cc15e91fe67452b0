import { memo } from 'react';
import { ShownText } from '../ui/shown-text';
import { keyOf, startOf } from './branch';
import styles from './json-tree.module.css';
import { type Row, canOpen } from './outline';
import { previewOf } from './preview';

/** Deepest level that is indented; a number shows the level of deeper rows. */
const DEEPEST_INDENT = 24;
const INDENT = 14;

interface JsonRowProps {
  readonly row: Row;
  readonly id: string;
  readonly top: number;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly isMatch: boolean;
  readonly onSelect: (row: Row) => void;
  readonly onToggle: (row: Row) => void;
}

/** Row with a name and its value. */
export const JsonRow = memo(function JsonRow(props: JsonRowProps) {
  const { row, id, top, isOpen, isSelected, isMatch, onSelect, onToggle } = props;
  const { branch, index, depth } = row;
  const key = keyOf(branch, index);
  const { kind, text, isCut } = previewOf(branch.text, startOf(branch, index));
  const hasBelow = canOpen(row);
  return (
    <div
      id={id}
      role="treeitem"
      aria-level={depth + 1}
      aria-expanded={hasBelow ? isOpen : undefined}
      aria-selected={isSelected}
      className={`${styles.row} choice`}
      data-match={isMatch}
      style={{ transform: `translateY(${top}px)`, paddingLeft: Math.min(depth, DEEPEST_INDENT) * INDENT }}
      onClick={() => onSelect(row)}
      onDoubleClick={() => onToggle(row)}
    >
      <span
        className={`${styles.arrow} secondary`}
        aria-hidden="true"
        onClick={(event) => {
          if (!hasBelow) return;
          event.stopPropagation();
          onToggle(row);
        }}
      >
        {hasBelow ? (isOpen ? '▾' : '▸') : ''}
      </span>
      {depth > DEEPEST_INDENT && <span className={`${styles.depth} secondary`}>{depth}</span>}
      <span className="secondary">
        <bdi>
          <ShownText text={String(key).slice(0, 200)} />
        </bdi>
        {': '}
      </span>
      <span className={styles.value} data-kind={kind} dir={kind === 'string' ? 'auto' : undefined}>
        {isOpen && kind !== 'string' ? (
          kind === 'array' ? (
            '['
          ) : (
            '{'
          )
        ) : (
          <ShownText
            text={kind === 'string' ? `"${inOneLine(text)}${isCut ? '…' : ''}"` : `${text}${isCut ? '…' : ''}`}
          />
        )}
      </span>
    </div>
  );
});

/** Replaces line ends by a sign, because a row has one line. */
const inOneLine = (text: string): string => text.replace(/\r?\n/g, '↵');
