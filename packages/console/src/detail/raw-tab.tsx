import { useState } from 'react';
import { count } from '../format/numbers';
import { copy } from '../ui/copy';
import { save } from '../ui/save';
import { ShownText } from '../ui/shown-text';
import type { ObservationText } from './observation-text';
import styles from './raw-tab.module.css';

/** Characters shown at first, because longer texts slow the page down, and characters that a click adds. */
const AT_FIRST = 50_000;
const MORE = 200_000;

/** Answer of the API, unchanged. */
export function RawTab({ text: { text } }: { readonly text: ObservationText }) {
  const [most, setMost] = useState(AT_FIRST);
  return (
    <>
      <div className={`${styles.bar} secondary line`}>
        <span>{count(text.length)} characters</span>
        <button type="button" onClick={() => void copy(text, 'the answer')}>
          Copy
        </button>
        <button type="button" onClick={() => save(text, 'observation.json')}>
          Save
        </button>
      </div>
      <pre className={`${styles.raw} code`} tabIndex={0} aria-label="The answer as it was sent">
        <ShownText text={text.slice(0, most)} />
      </pre>
      {text.length > most && (
        <button type="button" onClick={() => setMost(most + MORE)}>
          {count(text.length - most)} more: show {count(Math.min(MORE, text.length - most))}
        </button>
      )}
    </>
  );
}
