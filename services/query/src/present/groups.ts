import type { TraceGroup, TraceGroups } from '@sluice/store/read';
import { presentTime } from './times';

/** Writes groups as JSON (contract: Groups of traces). */
export const presentGroups = ({ groups, totalItems }: TraceGroups): string =>
  `{"data":[${groups.map(presentGroup).join(',')}],"meta":${JSON.stringify({ totalItems })}}`;

/** Writes a group; sums of tokens have all their digits, which a double would lose. */
function presentGroup({ inputTokens, outputTokens, totalTokens, from, to, ...group }: TraceGroup): string {
  const tokens = `"inputTokens":${inputTokens},"outputTokens":${outputTokens},"totalTokens":${totalTokens}`;
  const times = { fromTimestamp: presentTime(from), toTimestamp: presentTime(to) };
  return `${JSON.stringify({ ...group, ...times }).slice(0, -1)},${tokens}}`;
}
