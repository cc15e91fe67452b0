import type { Group } from './step-group';

/** Returns USD of a call of a group; 0 if the API knows no cost. */
export const costOfCall = ({ totalCost, calls }: Group): number => totalCost / calls;

/** Returns the group of the same prompt with the latest earlier version. */
export function versionBefore({ value, promptVersion }: Group, groups: readonly Group[]): Group | undefined {
  const earlier = groups.filter((each) => each.value === value && (each.promptVersion ?? 0) < (promptVersion ?? 0));
  return earlier.toSorted((a, b) => (b.promptVersion ?? 0) - (a.promptVersion ?? 0))[0];
}

/** Returns USD that a call costs more than one of the version before; null without such a version. */
export function growthOfCall(group: Group, groups: readonly Group[]): number | null {
  const before = versionBefore(group, groups);
  return before === undefined ? null : costOfCall(group) - costOfCall(before);
}
