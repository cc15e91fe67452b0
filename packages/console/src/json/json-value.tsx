import { count } from '../format/numbers';
import { copy } from '../ui/copy';
import { LongText } from '../ui/long-text';
import { pathOf, startOf } from './branch';
import styles from './json-tree.module.css';
import { type Row, endOf } from './outline';

/** Characters of a text that are shown at first, and most that are shown on request. */
const AT_FIRST = 1_000;
const MOST = 100_000;

/** Selected row: its path, and the whole text that the row cuts. */
export function JsonValue({ row }: { readonly row: Row }) {
  const { branch, index } = row;
  const path = pathOf(branch, index);
  const start = startOf(branch, index);
  const source = (): string => branch.text.slice(start, endOf(row));
  const isText = branch.text[start] === '"';
  const value = (): string => (isText ? (JSON.parse(source()) as string) : source());
  const text = isText ? value() : '';
  return (
    <div className={styles.pane} role="group" aria-label="Selected value">
      <div className="line">
        <code className={`${styles.path} mono secondary cut`} title={path}>
          {path}
        </code>
        <button type="button" onClick={() => void copy(path, 'the path')}>
          Copy path
        </button>
        <button type="button" onClick={() => void copy(value(), 'the value')}>
          Copy value
        </button>
      </div>
      {text.length > 60 && (
        <div className={styles.text} tabIndex={0} role="group" aria-label="Text">
          <LongText text={text.slice(0, MOST)} most={AT_FIRST} className="code" />
          {text.length > MOST && <p>{count(text.length - MOST)} more characters: copy it to see them.</p>}
        </div>
      )}
    </div>
  );
}
