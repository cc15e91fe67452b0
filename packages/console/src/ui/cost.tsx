import { usd } from '../format/numbers';

export interface CostProps {
  /** USD; 0 where the API knows of none. */
  readonly cost: number;
  /** What it would be the cost of. */
  readonly tokens: number;
}

/** A cost; where none is known it says so, and why. */
export function Cost({ cost, tokens }: CostProps) {
  if (cost !== 0) return <>{usd(cost)}</>;
  const reason =
    tokens > 0 ? 'no cost was sent, and no price is known for these tokens' : 'neither cost nor tokens were sent';
  return <span title={`Unknown: ${reason}`}>—</span>;
}
