import { percentDelta } from '../format/deltas';
import type { Measure } from '../url/usage-place';
import { valueWithUnit } from './measures';

interface ChangeProps {
  readonly measure: Measure;
  /** What it was before; `none` where it was not there, undefined where that is not known. */
  readonly from: number | 'none' | undefined;
  readonly to: number;
}

/** How much something grew, beside what it was: `+12 %`, `new`. */
export function Change({ measure, from, to }: ChangeProps) {
  if (measure === 'cost' && to === 0) return <span title="Unknown: it has no known cost">—</span>;
  if (from === undefined) return <span title="What it was before is not known">—</span>;
  if (from === 'none' || (from === 0 && to > 0)) {
    const reason = from === 'none' ? 'It was not there before' : `It had no known ${measure} before`;
    return <span title={reason}>{from === 'none' ? 'new' : '—'}</span>;
  }
  return <span title={`${valueWithUnit(measure, from)} before`}>{percentDelta(from, to) || '='}</span>;
}
