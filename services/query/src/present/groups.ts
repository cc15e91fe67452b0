import type { TraceGroup, TraceGroups } from '@sluice/store/read';
import { presentTime } from './times';

/** Writes groups as JSON (contract: Groups of traces). */
export const presentGroups = ({ groups, totalItems }: TraceGroups): string =>
  `{"data":[${groups.map(presentGroup).join(',')}],"meta":${JSON.stringify({ totalItems })}}`;

function presentGroup({ inputTokens, outputTokens, totalTokens, from, to, ...group }: TraceGroup): string {
  const times = { fromTimestamp: presentTime(from), toTimestamp: presentTime(to) };
  return withTokens({ ...group, ...times }, { inputTokens, outputTokens, totalTokens });
}

/** Writes members and sums of tokens, which have all their digits: a double would lose some. */
export function withTokens(
  members: object,
  { inputTokens, outputTokens, totalTokens }: Pick<TraceGroup, 'inputTokens' | 'outputTokens' | 'totalTokens'>,
): string {
  const tokens = `"inputTokens":${inputTokens},"outputTokens":${outputTokens},"totalTokens":${totalTokens}`;
  return `${JSON.stringify(members).slice(0, -1)},${tokens}}`;
}
