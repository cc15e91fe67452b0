import { useState } from 'react';
import { count } from '../format/numbers';
import { lazyPart } from '../shell/lazy-part';
import { ShownText } from '../ui/shown-text';
import styles from './message-text.module.css';

/** Markdown view, loaded with the first text that contains Markdown; until then the text is shown as sent. */
const Markdown = lazyPart(() => import('../markdown/markdown').then((module) => module.Markdown), Plain);

/** Characters that are shown at first, and most characters that are shown on request. */
const AT_FIRST = 6_000;
const MOST = 100_000;

/** Syntax that Markdown renders differently; most texts have none. */
const MARKDOWN = /[*_`#|[\]~<>]|https?:|^ {0,8}(?:[-+]|\d{1,9}[.)]) /m;

interface MessageTextProps {
  readonly text: string;
  /** Whether Markdown is rendered. */
  readonly isFormatted?: boolean;
}

/** Text of a message. A long text is cut, with a button to show the rest. */
export function MessageText({ text, isFormatted = false }: MessageTextProps) {
  const [most, setMost] = useState(AT_FIRST);
  const shown = text.length > most ? text.slice(0, most) : text;
  return (
    <>
      {isFormatted && MARKDOWN.test(shown) ? <Markdown text={shown} /> : <Plain text={shown} />}
      {shown.length < text.length && (
        <p className={`${styles.more} secondary`}>
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
