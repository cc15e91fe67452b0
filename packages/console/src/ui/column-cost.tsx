import { usd } from '../format/numbers';
import { usdInColumn } from '../format/format-usd-column';
import { Cost, type CostProps } from './cost';

/** Cost in a column: all rows have the same number of decimals, the tooltip has the significant digits. */
export function ColumnCost({ cost, tokens }: CostProps) {
  if (cost === 0) return <Cost cost={cost} tokens={tokens} />;
  return <span title={usd(cost)}>{usdInColumn(cost)}</span>;
}
