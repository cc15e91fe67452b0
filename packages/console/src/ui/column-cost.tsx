import { usd } from '../format/numbers';
import { usdInColumn } from '../format/format-usd-column';
import { Cost, type CostProps } from './cost';

/** A cost in a column: all rows have the same digits, the tooltip has those that count. */
export function ColumnCost({ cost, tokens }: CostProps) {
  if (cost === 0) return <Cost cost={cost} tokens={tokens} />;
  return <span title={usd(cost)}>{usdInColumn(cost)}</span>;
}
