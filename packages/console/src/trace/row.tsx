import { type CSSProperties, memo } from 'react';
import { compact, count, duration } from '../format/numbers';
import type { Columns } from './columns';
import { costOf } from './cost';
import { kindOf } from './kinds';
import styles from './row.module.css';
import { type Extent, barOf } from './scale';
import { amountAt, wordAt } from './observation-columns';
import type { TraceData } from './trace-data';
import { endOf } from './tree';

export const ROW_HEIGHT = 26;
const DEEPEST_INDENT = 12;

interface RowProps {
  readonly trace: TraceData;
  readonly columns: Columns;
  readonly extent: Extent;
  readonly row: number;
  readonly position: number;
  /** Number of shown ancestors. */
  readonly depth: number;
  /** Index among its siblings, from 1, and number of siblings (`aria-posinset`, `aria-setsize`). */
  readonly nth: number;
  readonly siblings: number;
  readonly hasMore: boolean;
  readonly isClosed: boolean;
  readonly isSelected: boolean;
  readonly isFound: boolean;
  /** Short remark about the row. */
  readonly note: string | undefined;
}

/** Row with a name and a bar. The list finds the clicked row by `data-row` and `data-more`. */
export const Row = memo(function Row(props: RowProps) {
  const { trace, columns, extent, row, position, depth, nth, siblings, hasMore, isClosed, isSelected, isFound, note } =
    props;
  const { columns: observations, tree, sums } = trace;
  const name = wordAt(observations.words.name, row) ?? 'unnamed';
  const kind = kindOf(wordAt(observations.words.type, row) ?? '');
  const level = wordAt(observations.words.level, row);
  const from = tree.from[row] ?? 0;
  const to = tree.to[row] ?? NaN;
  const hasEnd = !Number.isNaN(to);
  const took = hasEnd ? duration(to - from) : 'no end yet';
  const isError = level === 'ERROR';
  const failed = (sums.errors[row] ?? 0) - (isError ? 1 : 0);
  const tokens = sums.tokens[row] ?? 0;
  const cost = costOf(sums, row);
  const remark = [tree.isOrphan[row] === 1 && 'parent not received', note].filter(Boolean).join(', ');
  const label = [
    name,
    kind.word,
    isError && 'error',
    level === 'WARNING' && 'warning',
    took,
    `start ${duration(from)}`,
    remark,
  ];
  return (
    <div
      id={`row-${row}`}
      data-row={row}
      role="treeitem"
      aria-level={depth + 1}
      aria-posinset={nth}
      aria-setsize={siblings}
      aria-selected={isSelected}
      aria-expanded={hasMore ? !isClosed : undefined}
      aria-label={label.filter(Boolean).join(', ')}
      className={`${styles.row} choice`}
      data-found={isFound}
      style={{ transform: `translateY(${position * ROW_HEIGHT}px)` }}
    >
      <span className={styles['name']} style={{ '--depth': Math.min(depth, DEEPEST_INDENT) } as CSSProperties}>
        <span className={styles.arrow} data-more={hasMore} aria-hidden="true">
          {hasMore ? (isClosed ? '▸' : '▾') : ''}
        </span>
        <span className={styles['kind']} style={{ color: kind.colour }} aria-hidden="true" title={kind.word}>
          {kind.shape}
        </span>
        {depth > DEEPEST_INDENT && <span className={`${styles.note} minor`}>{depth}</span>}
        <bdi className={styles['text']} title={name}>
          {name}
        </bdi>
        {isError && (
          <span className={`${styles.note} failed`}>
            !<span className={styles['word']}> error</span>
          </span>
        )}
        {level === 'WARNING' && (
          <span className={`${styles.note} warning`}>
            !<span className={styles['word']}> warning</span>
          </span>
        )}
        {failed > 0 && isClosed && (
          <span className={`${styles.note} failed`} title={`${count(failed)} children with errors`}>
            ! {compact(failed)}
          </span>
        )}
        {hasMore && isClosed && (
          <span className={`${styles.note} minor`}>{compact((tree.end[row] ?? 0) - row - 1)} below</span>
        )}
        {remark !== '' && (
          <span className={`${styles.remark} minor`} title={remark}>
            {remark}
          </span>
        )}
      </span>
      <Bar trace={trace} extent={extent} row={row} colour={kind.colour} isError={isError} />
      {columns.hasTokens && (
        <span
          className={styles.number}
          title={tokens === 0 ? undefined : `${count(tokens)} tokens, including children`}
        >
          {tokens === 0 ? '' : compact(tokens)}
        </span>
      )}
      {columns.hasCost && (
        <span className={styles.number} title={cost?.title}>
          {cost?.text}
        </span>
      )}
      <span className={styles.number} title={hasEnd ? `${took}, self ${duration(sums.self[row] ?? 0)}` : took}>
        {hasEnd ? took : 'open'}
      </span>
    </div>
  );
});

interface BarProps {
  readonly trace: TraceData;
  readonly extent: Extent;
  readonly row: number;
  readonly colour: string;
  readonly isError: boolean;
}

/** Bar over the time in which the observation ran; the wait for the first token is lighter. */
function Bar({ trace: { columns, tree }, extent, row, colour, isError }: BarProps) {
  const from = tree.from[row] ?? 0;
  const to = tree.to[row] ?? NaN;
  const hasEnd = !Number.isNaN(to);
  const end = endOf(tree, row);
  const first = from + amountAt(columns.numbers.timeToFirstToken, row) * 1000;
  const whole = barOf(extent, from, end);
  const rest = first > from ? barOf(extent, Math.min(first, end), end) : whole;
  return (
    <span className={styles['track']}>
      {whole === undefined ? (
        <span className={styles.outside} data-side={to < extent.from ? 'left' : 'right'} aria-hidden="true">
          {to < extent.from ? '‹' : '›'}
        </span>
      ) : (
        <>
          {first > from && <span className={styles['wait']} style={address(whole, colour)} />}
          {rest !== undefined && (
            <span className={styles['bar']} data-open={!hasEnd} data-error={isError} style={address(rest, colour)} />
          )}
        </>
      )}
    </span>
  );
}

const address = ({ left, width }: { readonly left: number; readonly width: number }, color: string): CSSProperties => ({
  left: `min(${left}%, 100% - 2px)`,
  width: `max(2px, ${width}%)`,
  color,
});
