import { compactDelta, percentDelta, usdDelta } from '../format/deltas';
import { usdInColumn } from '../format/format-usd-column';
import type { Measure } from '../url/usage-address';
import { valueWithUnit } from './measures';

/** What something was before: `none` where it was not there, undefined where that is not known. */
export type Before = number | 'none' | undefined;

/** How much something grew. */
export interface Growth {
  /** By which it can be ordered; undefined where it is not known. */
  readonly by: number | undefined;
  /** `+$1.2000`; `—` where it is not known. */
  readonly text: string;
  readonly isNew: boolean;
  /** What it was, or why that is not known. */
  readonly reason: string;
}

/** How much of what a measure counts there is more than before. */
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
