import { compactDelta, percentDelta, usdDelta } from '../format/deltas';
import { usdInColumn } from '../format/format-usd-column';
import type { Measure } from '../url/usage-address';
import { valueWithUnit } from './measures';

/** Earlier value: `none` if the group did not exist, undefined if unknown. */
export type Before = number | 'none' | undefined;

/** Growth of a value. */
export interface Growth {
  /** Sort key; undefined if unknown. */
  readonly by: number | undefined;
  /** Text such as `+$1.2000`; `—` if unknown. */
  readonly text: string;
  readonly isNew: boolean;
  /** Earlier value, or the reason why growth is unknown. */
  readonly reason: string;
}

/** Computes the growth of a measure. */
export function growthOf(measure: Measure, from: Before, to: number): Growth {
  if (measure === 'cost' && to === 0) return unknown('Unknown: it has no known cost');
  if (from === undefined) return unknown('What it was before is not known');
  if (from === 0 && to > 0) return unknown(`It had no known ${measure} before`);
  const was = from === 'none' ? 0 : from;
  const text = measure === 'cost' ? usdDelta(was, to, usdInColumn) : compactDelta(was, to);
  if (from === 'none') return { by: to, text, isNew: true, reason: 'It was not there before' };
  const percent = percentDelta(from, to);
  const reason = `${valueWithUnit(measure, from)} before${percent === '' ? '' : `: ${percent}`}`;
  return { by: to - from, text, isNew: false, reason };
}

const unknown = (reason: string): Growth => ({ by: undefined, text: '—', isNew: false, reason });
