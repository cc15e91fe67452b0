import type { Call, ContentPart, Result } from '../conversation/model';
import { count } from '../format/numbers';
import { lazyPart } from '../shell/lazy-part';
import styles from './part-view.module.css';
import { MessageText } from './message-text';
import { Value } from './value';

/** Viewer of files, loaded on demand: most conversations have no files. */
const MediaView = lazyPart(() => import('./media-view').then((module) => module.MediaView));

/** Link to the observation of a tool call, loaded with the first call. */
const ToolCallLink = lazyPart(() => import('./tool-call-link').then((module) => module.ToolCallLink));

interface PartViewProps {
  readonly part: ContentPart;
  readonly isFormatted: boolean;
  /** Results by their calls. */
  readonly results: ReadonlyMap<Call, Result>;
}

/** Part of a message. */
export function PartView({ part, isFormatted, results }: PartViewProps) {
  switch (part.kind) {
    case 'text':
      return <MessageText text={part.text} isFormatted={isFormatted} />;
    case 'refusal':
      return (
        <div className={styles.refusal}>
          <span className="caption">refused</span>
          <MessageText text={part.text} isFormatted={isFormatted} />
        </div>
      );
    case 'reasoning':
      return <Reasoning text={part.text} isFormatted={isFormatted} />;
    case 'call':
      return <CallView call={part} result={results.get(part)} />;
    case 'result':
      return <ResultView result={part} />;
    case 'media':
      return <MediaView media={part.media} />;
    case 'value':
      return (
        <div>
          {part.name !== undefined && <span className="caption">{part.name}</span>}
          <Value value={part.value} />
        </div>
      );
  }
}

function Reasoning({ text, isFormatted }: { readonly text: string | undefined; readonly isFormatted: boolean }) {
  if (text === undefined || text === '') return <p className="caption">reasoning, sealed by the vendor</p>;
  return (
    <details className={`${styles.reasoning} secondary quote`}>
      <summary className="opens">reasoning, {count(text.length)} characters</summary>
      <MessageText text={text} isFormatted={isFormatted} />
    </details>
  );
}

function CallView({ call, result }: { readonly call: Call; readonly result: Result | undefined }) {
  const { name, input } = call;
  return (
    <div className={styles.call}>
      <p className={styles.title}>
        <span className={styles.shape} aria-hidden="true">
          ◆
        </span>{' '}
        <span className="visually-hidden">calls </span>
        <bdi>{name}</bdi> <ToolCallLink call={call} />
      </p>
      {input !== undefined && input !== null && <Value value={input} />}
      {result !== undefined && <ResultView result={result} isBelowCall />}
    </div>
  );
}

interface ResultViewProps {
  readonly result: Result;
  readonly isBelowCall?: boolean;
}

/** Result of a tool: below its call, or by itself if the call is not shown. */
function ResultView({ result, isBelowCall = false }: ResultViewProps) {
  const { parts, isError, name } = result;
  return (
    <div className={isBelowCall ? styles.below : styles.call}>
      <p className={isError ? 'caption failed' : 'caption'}>
        {isError ? '! error' : 'result'}
        {!isBelowCall && name !== undefined && (
          <>
            {' of '}
            <bdi>{name}</bdi>
          </>
        )}
      </p>
      {parts.length === 0 && <p className="caption">nothing</p>}
      {parts.map((part, n) => (
        <PartView key={n} part={part} isFormatted={false} results={NO_RESULTS} />
      ))}
    </div>
  );
}

const NO_RESULTS: ReadonlyMap<Call, Result> = new Map();
