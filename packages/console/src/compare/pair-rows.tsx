import { type CSSProperties, type KeyboardEvent, useEffect, useMemo } from 'react';
import type { CoreObservation } from '../api/types';
import { countDelta, durationDelta, percentDelta, usdDelta } from '../format/deltas';
import { usdInColumn } from '../format/format-usd-column';
import { kindOf } from '../trace/kinds';
import { useRowWindow } from '../ui/row-window';
import { type PairLetters, pairLetters, timeText } from './pair-letters';
import styles from './pair-rows.module.css';
import { type Change, changeOf, inRow } from './rows';
import { type Aligned, figuresOfPair, sidesOf } from './shown-pairs';

const ROW = 26;
const DEEPEST_INDENT = 12;
const SIGNS: Readonly<Record<Change, string>> = { added: '+', removed: '−', changed: '~', same: '' };
const WORDS: Readonly<Record<Change, string>> = {
  added: 'only after',
  removed: 'only before',
  changed: 'differs',
  same: 'the same',
};

interface PairRowsProps {
  readonly aligned: Aligned;
  /** Indices of the pairs to show. */
  readonly pairs: Int32Array;
  /** Order by difference; undefined for the order of the trees. With an order, each row names its parent. */
  readonly by: 'time' | 'cost' | undefined;
  /** Text shown if there are no pairs. */
  readonly none: string;
  readonly selected: number;
  readonly onSelect: (pair: number) => void;
}

/** Aligned steps of both traces. Only visible rows are in the document. */
export function PairRows({ aligned, pairs, by, none, selected, onSelect }: PairRowsProps) {
  const { box, first, last, onScroll, reveal } = useRowWindow(pairs.length, ROW, ROW);
  const letters = useMemo(() => pairLetters(aligned), [aligned]);
  const present = pairs.indexOf(selected);
  useEffect(() => reveal(present), [present, reveal]);

  const move = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / ROW) - 2);
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: present + 1,
      j: present + 1,
      ArrowUp: present - 1,
      k: present - 1,
      PageDown: present + page,
      PageUp: present - page,
      Home: 0,
      End: pairs.length - 1,
    };
    const to = moves[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const pair = pairs[Math.max(0, Math.min(pairs.length - 1, to))];
    if (pair !== undefined) onSelect(pair);
  };

  return (
    <div
      ref={box}
      className={styles.box}
      data-by={by}
      style={widthsOf(letters)}
      role="grid"
      aria-label="Steps of both traces"
      aria-rowcount={pairs.length + 1}
      aria-activedescendant={present < first || present >= last ? undefined : `pair-${present}`}
      tabIndex={0}
      onKeyDown={move}
      onScroll={onScroll}
    >
      <div role="row" aria-rowindex={1} className={`${styles.header} secondary`}>
        <span role="columnheader">Step</span>
        <span role="columnheader">Before</span>
        <span role="columnheader">After</span>
        <span role="columnheader">Time</span>
        <span role="columnheader">Tokens</span>
        <span role="columnheader">Cost</span>
      </div>
      <div role="rowgroup" className={styles.all} style={{ height: pairs.length * ROW }}>
        {Array.from(pairs.subarray(first, last), (pair, n) => (
          <PairRow
            key={pair}
            aligned={aligned}
            pair={pair}
            position={first + n}
            isTree={by === undefined}
            isSelected={pair === selected}
            onSelect={() => onSelect(pair)}
          />
        ))}
      </div>
      {pairs.length === 0 && <p className={`${styles.none} secondary`}>{none}</p>}
    </div>
  );
}

/** Column widths as custom properties: `--cost: 12ch`. */
const widthsOf = (letters: PairLetters): CSSProperties =>
  Object.fromEntries(Object.entries(letters).map(([column, most]) => [`--${column}`, `${most}ch`]));

interface PairRowProps extends Pick<PairRowsProps, 'aligned'> {
  readonly isTree: boolean;
  readonly pair: number;
  readonly position: number;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
}

function PairRow({ aligned, pair, position, isTree, isSelected, onSelect }: PairRowProps) {
  const { rows, left, right } = aligned;
  const [before, after] = sidesOf(aligned, pair);
  const shown = after ?? before;
  if (shown === undefined) return null;
  const [side, row] = after === undefined ? [left, rows.left[pair] ?? -1] : [right, rows.right[pair] ?? -1];
  const depth = isTree ? (side.tree.depth[row] ?? 0) : 0;
  const above = isTree ? undefined : inRow(side, side.tree.parent[row] ?? -1);
  const change = changeOf(before, after);
  const [from, to] = figuresOfPair(aligned, pair);
  const kind = kindOf(shown.type);
  const hasTokens = (from.tokens ?? 0) + (to.tokens ?? 0) > 0;
  return (
    <div
      id={`pair-${position}`}
      role="row"
      aria-rowindex={position + 2}
      aria-selected={isSelected}
      className={styles.row}
      data-change={change}
      style={{ transform: `translateY(${position * ROW}px)` }}
      onClick={onSelect}
    >
      <span role="gridcell" className={styles.name}>
        <span className={styles.sign} title={WORDS[change]}>
          <span aria-hidden="true">{SIGNS[change]}</span>
          <span className="visually-hidden">{WORDS[change]}: </span>
        </span>
        <span className={styles.indent} style={{ width: Math.min(depth, DEEPEST_INDENT) * 14 }} />
        <span className={styles.kind} style={{ color: kind.colour }} title={kind.word}>
          <span aria-hidden="true">{kind.shape}</span>
          <span className="visually-hidden">{kind.word}</span>
        </span>
        <bdi className={styles.text}>{shown.name ?? 'unnamed'}</bdi>
        {above !== undefined && (
          <span className={`${styles.model} minor`}>
            in <bdi>{above.name ?? 'unnamed'}</bdi>
          </span>
        )}
        <OtherModel before={before} after={after} />
        <Level before={before} after={after} />
      </span>
      <span role="gridcell">{before !== undefined && timeText(from.ms)}</span>
      <span role="gridcell">{after !== undefined && timeText(to.ms)}</span>
      <span role="gridcell">
        {durationDelta(from.ms, to.ms)} <small>{percentDelta(from.ms, to.ms)}</small>
      </span>
      <span role="gridcell">{hasTokens && countDelta(from.tokens, to.tokens)}</span>
      <span role="gridcell">{hasTokens && usdDelta(from.cost, to.cost, usdInColumn)}</span>
    </div>
  );
}

interface Sides {
  readonly before: CoreObservation | undefined;
  readonly after: CoreObservation | undefined;
}

/** Note that a step used another model. */
function OtherModel({ before, after }: Sides) {
  if (before === undefined || after === undefined || before.model === after.model) return null;
  return (
    <span className={`${styles.model} minor`}>
      <bdi>{before.model ?? 'no model'}</bdi> → <bdi>{after.model ?? 'no model'}</bdi>
    </span>
  );
}

/** Mark of a failed step, with the side. */
function Level({ before, after }: Sides) {
  const [was, is] = [before?.level === 'ERROR', after?.level === 'ERROR'];
  if (!was && !is) return null;
  const word = before === undefined || after === undefined ? '' : was && is ? '' : was ? ' before' : ' after';
  return (
    <span className={`${styles.error} failed`}>
      !<span className={styles.word}> error{word}</span>
    </span>
  );
}
