import { useMemo, useState } from 'react';
import { count } from '../format/numbers';
import type { Exact } from '../json/exact-value';
import styles from './changed-texts.module.css';
import { ChangedText, PlainText } from './changed-text';
import { type TextPair, pairTexts } from './text-pairs';
import { type ComparedText, textsOf } from './compared-texts';

/** Messages drawn at once; a button draws the next ones. */
const AT_ONCE = 100;

interface ChangedTextsProps {
  readonly title: string;
  readonly before: Exact | undefined;
  readonly after: Exact | undefined;
  /** Role of messages without one; absent if the value is no conversation. */
  readonly role?: string | undefined;
  /** Whether the step exists in one trace only, so that nothing can be compared. */
  readonly isAlone: boolean;
}

/** Differences of an input or output, message by message. */
export function ChangedTexts({ title, before, after, role, isAlone }: ChangedTextsProps) {
  const pairs = useMemo(() => {
    const [was, is] = [textsOf(before, role), textsOf(after, role)];
    const all = [...was, ...is];
    if (isAlone) return all.length === 0 ? [] : [{ kind: 'same', parts: all } as const];
    return pairTexts(was, is);
  }, [before, after, role, isAlone]);
  const [most, setMost] = useState(AT_ONCE);
  if (pairs.length === 0) return null;
  const isSame = pairs.every(({ kind }) => kind === 'same');
  return (
    <section>
      <h3 className={`${styles.heading} caption`}>
        {title}
        {isSame && !isAlone && ': the same in both'}
      </h3>
      {pairs.slice(0, most).map((pair, n) => (
        <OfPair key={n} pair={pair} isOpen={isSame && pairs.length === 1} />
      ))}
      {pairs.length > most && (
        <button type="button" onClick={() => setMost(most + AT_ONCE)}>
          {count(pairs.length - most)} more
        </button>
      )}
    </section>
  );
}

function OfPair({ pair, isOpen }: { readonly pair: TextPair; readonly isOpen: boolean }) {
  switch (pair.kind) {
    case 'same':
      return <Unchanged parts={pair.parts} isOpen={isOpen} />;
    case 'changed':
      return (
        <div className={styles.part}>
          <Speaker sign="~" word="changed" title={pair.after.title} />
          <ChangedText before={pair.before.text} after={pair.after.text} />
        </div>
      );
    case 'removed':
    case 'added':
      return (
        <div className={styles.part} data-kind={pair.kind}>
          <Speaker
            sign={pair.kind === 'added' ? '+' : '−'}
            word={pair.kind === 'added' ? 'only after' : 'only before'}
            title={pair.part.title}
          />
          <PlainText text={pair.part.text} mark={pair.kind} />
        </div>
      );
  }
}

function Speaker({ sign, word, title }: { readonly sign: string; readonly word: string; readonly title: string }) {
  return (
    <p className={styles.speaker}>
      {sign !== '' && (
        <span className={styles.sign} aria-hidden="true">
          {sign}
        </span>
      )}
      <bdi>{title}</bdi> <span className={`${styles.word} secondary`}>{word}</span>
    </p>
  );
}

function Unchanged({ parts, isOpen }: { readonly parts: readonly ComparedText[]; readonly isOpen: boolean }) {
  const [isShown, setShown] = useState(isOpen);
  if (!isShown) {
    return (
      <button type="button" className={`${styles.unchanged} minor`} onClick={() => setShown(true)}>
        {parts.length === 1 ? '1 message' : `${count(parts.length)} messages`} unchanged
      </button>
    );
  }
  return parts.slice(0, AT_ONCE).map((part, n) => (
    <div key={n} className={styles.part}>
      {part.title !== '' && <Speaker sign="" word="" title={part.title} />}
      <PlainText text={part.text} />
    </div>
  ));
}
