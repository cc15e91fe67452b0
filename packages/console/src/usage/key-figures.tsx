import { compact, count } from '../format/numbers';
import { Cost } from '../ui/cost';
import type { Figures } from './figures';
import styles from './key-figures.module.css';

interface KeyFiguresProps {
  readonly total: Figures;
  /** Models whose cost is not known. */
  readonly unpriced: readonly string[];
}

const NAMED = 5;

/** The sums of all days. */
export function KeyFigures({ total, unpriced }: KeyFiguresProps) {
  const { cost, input, output, tokens, observations, traces } = total;
  return (
    <dl className={styles.figures}>
      <div>
        <dt>Cost</dt>
        <dd>
          <Cost cost={cost} tokens={tokens} />
        </dd>
        {unpriced.length > 0 && (
          <dd className={styles.note}>
            without <bdi>{unpriced.slice(0, NAMED).join(', ')}</bdi>
            {unpriced.length > NAMED && ` and ${count(unpriced.length - NAMED)} others`}: no known price
          </dd>
        )}
      </div>
      <div>
        <dt>Tokens</dt>
        <dd title={count(tokens)}>{compact(tokens)}</dd>
        <dd className={styles.note}>
          {compact(input)} in, {compact(output)} out
        </dd>
      </div>
      <div>
        <dt>Observations</dt>
        <dd title={count(observations)}>{compact(observations)}</dd>
      </div>
      <div>
        <dt>Traces</dt>
        <dd title={count(traces)}>{compact(traces)}</dd>
      </div>
    </dl>
  );
}
