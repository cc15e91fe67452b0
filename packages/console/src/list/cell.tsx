import { memo } from 'react';
import type { ListedTrace } from '../api/types';
import { firstWords } from '../format/first-words';
import { count } from '../format/numbers';
import { fullTime } from '../format/times';
import { Age } from '../ui/age';
import { ColumnCost } from '../ui/column-cost';
import { SentName, SentWord } from '../ui/sent-name';
import { Link } from '../url/link';
import styles from './cell.module.css';
import { type ColumnId, columnOf } from './columns';
import { valueWords } from './filter-words';
import { foundIn } from './search-match';
import { numberText } from './number-text';
import type { ChosenValue } from './value-menu';

interface CellProps {
  readonly id: ColumnId;
  readonly trace: ListedTrace;
  /** Whether Tab stops at the buttons and links of the cell. */
  readonly isActive: boolean;
  /** Query of the list, for the link back. */
  readonly list: string;
  /** Searched text; empty without a search. */
  readonly sought: string;
  readonly onChoose: (value: ChosenValue) => void;
}

/** Cell of a trace. Values that can be filtered by are buttons. */
export const Cell = memo(function Cell({ id, trace, isActive, list, sought, onChoose }: CellProps) {
  const tabIndex = isActive ? 0 : -1;
  switch (id) {
    case 'name':
      return <Name {...{ trace, tabIndex, list, onChoose }} />;
    case 'outcome':
      return <OutcomeCell {...{ trace, tabIndex, list, onChoose }} />;
    case 'input':
      return sought === '' ? <Preview text={trace.inputPreview} /> : <Found {...{ trace, tabIndex, list, sought }} />;
    case 'output':
      return <Preview text={trace.outputPreview} />;
    case 'timestamp':
      return <Age time={trace.timestamp} />;
    case 'time':
      return fullTime(trace.timestamp);
    case 'id':
      return <span className={styles.mono}>{trace.id}</span>;
    default:
      return <Values {...{ id, trace, tabIndex, onChoose }} />;
  }
});

interface Stop {
  readonly tabIndex: 0 | -1;
}

function Name({ trace, tabIndex, list, onChoose }: Pick<CellProps, 'trace' | 'list' | 'onChoose'> & Stop) {
  const { id, name, outcome, errorCount = 0 } = trace;
  const mark = errorCount > 0 && `${outcome === 'failed' ? 'Failed' : 'Recovered'}, ${count(errorCount)} with errors`;
  return (
    <span className={styles.name}>
      <span className={styles.mark} data-outcome={outcome}>
        {mark !== false && (
          <span title={mark}>
            <span aria-hidden="true">{outcome === 'failed' ? '!' : '↻'}</span>
            <span className="visually-hidden">{mark}: </span>
          </span>
        )}
      </span>
      <Link to={{ page: 'trace', id, ...(list !== '' && { list }) }} tabIndex={tabIndex}>
        <SentName text={name} />
      </Link>
      {name !== null && (
        <button
          type="button"
          className={styles.more}
          tabIndex={tabIndex}
          onClick={({ currentTarget }) => onChoose({ name: 'name', value: name, anchor: currentTarget })}
          aria-label={`Name ${name}: filter or copy`}
        >
          ⋯
        </button>
      )}
    </span>
  );
}

/** Outcome, whether the trace is open, and the message that explains a failure, which opens its step. */
function OutcomeCell({ trace, tabIndex, list, onChoose }: Pick<CellProps, 'trace' | 'list' | 'onChoose'> & Stop) {
  const { id, outcome, isOpen, failure } = trace;
  return (
    <span className={styles.outcome} data-outcome={outcome}>
      <Values id="outcome" {...{ trace, tabIndex, onChoose }} />
      {isOpen === true && <span title="A root has not ended yet, or has not arrived">open</span>}
      {failure !== null && failure !== undefined && (
        <Link
          to={{ page: 'trace', id, observation: failure.observationId, ...(list !== '' && { list }) }}
          tabIndex={tabIndex}
          title={`${failure.name ?? 'unnamed'}: ${failure.message}`}
        >
          <bdi>{failure.message}</bdi>
        </Link>
      )}
    </span>
  );
}

/** Returns whether a text is JSON of messages, possibly cut; other texts are shown as sent. */
const ofMessages = (text: string): boolean => /^[[{]/.test(text) && text.includes('"role"');

/** Start of an input or output as one line; for messages, their texts. */
function Preview({ text }: { readonly text: string | null | undefined }) {
  if (text === null || text === undefined) return null;
  const words = ofMessages(text) ? firstWords(text) : text;
  return (
    <span className={styles.preview} dir="auto" title={words === text ? undefined : text}>
      {words}
    </span>
  );
}

/** Place where a search found its text, which opens the step, and the words around it. */
export function Found({ trace, tabIndex, list, sought }: Pick<CellProps, 'trace' | 'list' | 'sought'> & Stop) {
  if (trace.match === undefined) return null;
  const { observationId: observation, observationName, field, snippet } = trace.match;
  const { before, found, after } = foundIn(snippet, sought) ?? { before: snippet, found: '', after: '' };
  return (
    <span className={styles.preview} title={snippet}>
      {observation !== null && (
        <>
          <Link to={{ page: 'trace', id: trace.id, observation, ...(list !== '' && { list }) }} tabIndex={tabIndex}>
            <SentName text={observationName} />
          </Link>{' '}
        </>
      )}
      {field === 'status' ? 'status message' : field}:{' '}
      <bdi>
        {before}
        <mark className={styles.found}>{found}</mark>
        {after}
      </bdi>
    </span>
  );
}

/** Most values of a cell: no column has room for more. A trace has up to 200 tags, a page 200 traces. */
const MAX_VALUES = 12;

function Values({ id, trace, tabIndex, onChoose }: Pick<CellProps, 'id' | 'trace' | 'onChoose'> & Stop) {
  const { filter, title, values } = columnOf(id);
  const all = values?.(trace) ?? [];
  const shown = all.slice(0, MAX_VALUES).map((value) => (
    <button
      key={value}
      type="button"
      data-value="text"
      tabIndex={tabIndex}
      onClick={({ currentTarget: anchor }) => filter !== undefined && onChoose({ name: filter, value, anchor })}
      title={id === 'totalTokens' ? tokensTitle(trace) : undefined}
      aria-label={`${title} ${filter === undefined ? value : valueWords(filter, value)}: filter or copy`}
    >
      <Shown id={id} trace={trace} value={value} />
    </button>
  ));
  const more = all.length > shown.length && ` +${all.length - shown.length}`;
  if (all.length < 2) return shown;
  return (
    <span className={styles.values}>
      {shown}
      {more}
    </span>
  );
}

function Shown({ id, trace, value }: Pick<CellProps, 'id' | 'trace'> & { readonly value: string }) {
  if (id === 'totalCost') return <ColumnCost cost={trace.totalCost} tokens={trace.totalTokens ?? 0} />;
  return numberText(id, trace) ?? <SentWord text={value} />;
}

const tokensTitle = ({ inputTokens = 0, outputTokens = 0, totalTokens = 0 }: ListedTrace): string =>
  totalTokens === 0 ? 'No tokens were sent' : `${count(inputTokens)} in, ${count(outputTokens)} out`;
