import { useState } from 'react';
import { count } from '../format/numbers';
import { lazyPart } from '../shell/lazy-part';
import { ShownText } from '../ui/shown-text';
import styles from './message-text.module.css';

/** It comes with the first text that has Markdown in it; until then the text is there as it was sent. */
const Markdown = lazyPart(() => import('../markdown/markdown').then((module) => module.Markdown), Plain);

/** Characters that are shown at first; then all, as far as a page can hold them. */
const AT_FIRST = 6_000;
const MOST = 100_000;

/** What Markdown would show in another way; most texts have none of it. */
const MARKDOWN = /[*_`#|[\]~<>]|https?:|^ {0,8}(?:[-+]|\d{1,9}[.)]) /m;

interface MessageTextProps {
  readonly text: string;
  /** Whether it is shown as Markdown, and not as it was sent. */
  readonly isFormatted?: boolean;
}

/** What somebody said. A long text is cut, and says so. */
export function MessageText({ text, isFormatted = false }: MessageTextProps) {
  const [most, setMost] = useState(AT_FIRST);
  const shown = text.length > most ? text.slice(0, most) : text;
  return (
    <>
      {isFormatted && MARKDOWN.test(shown) ? <Markdown text={shown} /> : <Plain text={shown} />}
      {shown.length < text.length && (
        <p className={styles.more}>
          {count(shown.length)} of {count(text.length)} characters.{' '}
          {most < MOST && (
            <button type="button" onClick={() => setMost(MOST)}>
              {text.length <= MOST ? 'Show all' : `Show ${count(MOST)}`}
            </button>
          )}
        </p>
      )}
    </>
  );
}

function Plain({ text }: { readonly text: string }) {
  return (
    <p className={styles.plain} dir="auto">
      <ShownText text={text} />
    </p>
  );
}
