import { usd } from '../format/numbers';

interface CostProps {
  /** USD; 0 where the API knows of none. */
  readonly cost: number;
  /** What it would be the cost of. */
  readonly tokens: number;
}

/** A cost; where tokens were used and no price is known it is unknown, and says so. */
export function Cost({ cost, tokens }: CostProps) {
  if (cost === 0 && tokens > 0)
    return <span title="Unknown: no cost was sent, and no price is known for these tokens">—</span>;
  return <>{usd(cost)}</>;
}
