import { count, counted, duration } from '../format/numbers';
import { navigate } from '../url/navigate';
import type { TraceAddress } from '../url/trace-address';
import { costOf, usdOrMore } from './cost';
import styles from './trace-body.module.css';
import type { Rows } from './rows';
import type { TraceData } from './trace-data';

interface FooterProps {
  readonly trace: TraceData;
  readonly rows: Rows;
  readonly address: TraceAddress;
  /** Selected row, or its nearest drawn ancestor. */
  readonly row: number;
}

/** Footer with the number of hidden rows, the reasons, and the sums of the selected row with its descendants. */
export function Footer({ trace: { tree, sums, columns }, rows, address, row }: FooterProps) {
  const { noise, others } = rows.kept;
  const below = (tree.end[row] ?? 0) - row - 1;
  const cost = costOf(sums, row, usdOrMore);
  const tokens = sums.tokens[row] ?? 0;
  return (
    <footer className={`${styles.footer} secondary`}>
      {noise > 0 && (
        <span>
          {counted(noise, 'framework step')} hidden:{' '}
          <button type="button" className="link" onClick={() => navigate({ ...address, all: true })}>
            show
          </button>
        </span>
      )}
      {others > 0 && (
        <span>
          {counted(others, 'other')} filtered:{' '}
          <button
            type="button"
            className="link"
            onClick={() => navigate({ ...address, errors: undefined, atLeast: undefined, path: undefined })}
          >
            show
          </button>
        </span>
      )}
      {columns.count === 0 && <span>No observations received yet.</span>}
      {row >= 0 && (
        <span className="last">
          start {duration(tree.from[row] ?? 0)}
          {!Number.isNaN(sums.self[row]) && ` · self ${duration(sums.self[row] ?? 0)}`}
          {below > 0 && ` · ${counted(below, 'child', 'children')}`}
          {tokens > 0 && ` · ${count(tokens)} tokens`}
          {cost !== undefined && ` · ${cost.text}`}
        </span>
      )}
    </footer>
  );
}
