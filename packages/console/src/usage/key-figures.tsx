import { percentDelta } from '../format/deltas';
import { compact, count, usd } from '../format/numbers';
import { Cost } from '../ui/cost';
import { MEASURES, type Measure } from '../url/usage-address';
import type { Figures } from './figures';
import { shortValue } from './measures';
import styles from './key-figures.module.css';

interface KeyFiguresProps {
  readonly total: Figures;
  /** Figures of the days before; undefined until known. */
  readonly before: Figures | undefined;
}

/** Sums over all days, and their growth. */
export function KeyFigures({ total, before }: KeyFiguresProps) {
  const { cost, input, output, tokens } = total;
  return (
    <dl className={styles.figures}>
      {MEASURES.map((measure) => (
        <div key={measure}>
          <dt>{measure}</dt>
          <dd title={measure === 'cost' ? undefined : count(total[measure])}>
            {measure === 'cost' ? <Cost cost={cost} tokens={tokens} /> : compact(total[measure])}
          </dd>
          <dd className={styles.note}>{before !== undefined && growth(measure, before[measure], total[measure])}</dd>
          {measure === 'cost' && cost > 0 && total.traces > 0 && (
            <dd className={styles.note}>{perTrace(total, before)}</dd>
          )}
          {measure === 'tokens' && (
            <dd className={styles.note}>
              {compact(input)} in, {compact(output)} out
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

/** Formats growth: `+12 % from $145.22`. */
function growth(measure: Measure, from: number, to: number): string {
  if (from === 0) return measure === 'cost' ? 'none known before' : 'none before';
  const change = percentDelta(from, to);
  return change === '' ? 'as much as before' : `${change} from ${shortValue(measure, from)}`;
}

/** Formats the cost per trace, `$0.0064 a trace, +3 %`: its change separates more work from dearer work. */
function perTrace(total: Figures, before: Figures | undefined): string {
  const each = total.cost / total.traces;
  const change = before !== undefined && before.traces > 0 ? percentDelta(before.cost / before.traces, each) : '';
  return `${usd(each)} a trace${change === '' ? '' : `, ${change}`}`;
}
