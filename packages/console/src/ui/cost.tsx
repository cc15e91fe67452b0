import { usd } from '../format/numbers';

export interface CostProps {
  /** USD; 0 if the API knows no cost. */
  readonly cost: number;
  /** Tokens whose cost is shown. */
  readonly tokens: number;
}

/** Cost; if none is known, a text and the reason. */
export function Cost({ cost, tokens }: CostProps) {
  if (cost !== 0) return <>{usd(cost)}</>;
  const reason =
    tokens > 0 ? 'no cost was sent, and no price is known for these tokens' : 'neither cost nor tokens were sent';
  return <span title={`Unknown: ${reason}`}>—</span>;
}
