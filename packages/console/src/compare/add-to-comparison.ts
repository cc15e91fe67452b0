import type { ListedTrace } from '../api/types';
import type { CompareAddress } from '../url/compare-address';

/** A trace of which the time is known, where it was listed or read. */
type Timed = Pick<ListedTrace, 'id'> & Partial<Pick<ListedTrace, 'timestamp'>>;

/**
 * Where a trace is compared with the one that is there already: what was earlier comes before, so that a good run and a later one that
 * failed tell what changed, whichever was looked at first. Of times that are not known the order is that of choosing.
 */
export function addressWith(address: CompareAddress, chosen: Timed, known?: Timed): CompareAddress {
  const there = address.left ?? address.right;
  if (there === undefined) return { ...address, left: chosen.id };
  const [chosenAt, knownAt] = [Date.parse(chosen.timestamp ?? ''), Date.parse(known?.timestamp ?? '')];
  const isFirst = Number.isNaN(chosenAt - knownAt) ? address.left === undefined : chosenAt < knownAt;
  const [left, right] = isFirst ? [chosen.id, there] : [there, chosen.id];
  return { ...address, left, right, observation: undefined };
}
