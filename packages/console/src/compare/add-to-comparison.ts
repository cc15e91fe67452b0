import type { ListedTrace } from '../api/types';
import type { CompareAddress } from '../url/compare-address';

/** Trace whose time is known if it was listed or read. */
type Timed = Pick<ListedTrace, 'id'> & Partial<Pick<ListedTrace, 'timestamp'>>;

/**
 * Adds a trace to a comparison. The earlier trace is on the left, whichever was chosen first, so that differences read as changes over
 * time. If a time is unknown, the order of choosing decides.
 */
export function addressWith(address: CompareAddress, chosen: Timed, known?: Timed): CompareAddress {
  const there = address.left ?? address.right;
  if (there === undefined) return { ...address, left: chosen.id };
  const [chosenAt, knownAt] = [Date.parse(chosen.timestamp ?? ''), Date.parse(known?.timestamp ?? '')];
  const isFirst = Number.isNaN(chosenAt - knownAt) ? address.left === undefined : chosenAt < knownAt;
  const [left, right] = isFirst ? [chosen.id, there] : [there, chosen.id];
  return { ...address, left, right, observation: undefined };
}
