import { useState } from 'react';
import type { Retrieved, RetrievedDocument } from './documents';
import { count, counted } from '../format/numbers';
import { ShownText } from '../ui/shown-text';
import styles from './documents-view.module.css';
import { ValueView } from './value-view';

/** Documents and characters of a document that are shown at first, and most characters on request; the JSON tab has all. */
const AT_FIRST = 20;
const EXCERPT = 600;
const LONGEST = 100_000;

/** Documents that were found, in the order of the retriever. */
export function DocumentsView({ retrieved: { documents, rest } }: { readonly retrieved: Retrieved }) {
  const [most, setMost] = useState(AT_FIRST);
  const left = documents.length - most;
  return (
    <>
      <p className="secondary">{documents.length === 0 ? 'No documents' : counted(documents.length, 'document')}</p>
      <ol className={styles.documents}>
        {documents.slice(0, most).map((document, n) => (
          <li key={n}>
            <Card document={document} place={n + 1} />
          </li>
        ))}
      </ol>
      {left > 0 && (
        <button type="button" onClick={() => setMost(most + 10 * AT_FIRST)}>
          Show {count(Math.min(left, 10 * AT_FIRST))} more
        </button>
      )}
      <Members title="Also sent" members={rest} />
    </>
  );
}

interface CardProps {
  readonly document: RetrievedDocument;
  /** Place in the list, from 1. */
  readonly place: number;
}

function Card({ document: { id, source, score, text, metadata }, place }: CardProps) {
  return (
    <article className={styles.card} aria-label={`Document ${place}`}>
      <header className={`${styles.head} secondary`}>
        <span>{place}</span>
        {source !== undefined && (
          <strong className={styles.source}>
            <ShownText text={source} />
          </strong>
        )}
        {score !== undefined && <span title={`score ${score}`}>score {rounded(score)}</span>}
        {id !== undefined && (
          <span className={`${styles.id} mono`}>
            <ShownText text={id.slice(0, EXCERPT)} />
          </span>
        )}
      </header>
      {text !== undefined && <Excerpt text={text.slice(0, LONGEST)} />}
      <Members title="Metadata" members={metadata} />
    </article>
  );
}

/** Text of a document: its start, with a button that shows all of it. */
function Excerpt({ text }: { readonly text: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const isLong = text.length > EXCERPT;
  return (
    <>
      <p className={styles.text} dir="auto">
        <ShownText text={isLong && !isWhole ? `${text.slice(0, EXCERPT)}…` : text} />
      </p>
      {isLong && (
        <button type="button" className="link" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Less' : `More (${count(text.length)} characters)`}
        </button>
      )}
    </>
  );
}

interface MembersProps {
  readonly title: string;
  readonly members: Retrieved['rest'];
}

/** Members by their names, collapsed. */
function Members({ title, members }: MembersProps) {
  if (members.length === 0) return null;
  const names = members.slice(0, 6).map(([name]) => name.slice(0, 40));
  return (
    <details className="secondary">
      <summary className="opens">
        {title}:{' '}
        <bdi>
          {names.join(', ')}
          {members.length > names.length && ', …'}
        </bdi>
      </summary>
      <ValueView value={Object.fromEntries(members)} />
    </details>
  );
}

/** Rounds a score to four digits; a text that is no number is unchanged. */
function rounded(score: string): string {
  const number = Number(score);
  return Number.isFinite(number) ? String(Number(number.toPrecision(4))) : score.slice(0, 40);
}
