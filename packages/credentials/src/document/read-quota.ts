import { bytes, integer } from '@sluice/runtime';
import { QUOTAS, type Quota, type QuotaName } from '../grant';
import { type NodeReader, within } from './node-reader';
import type { Problems } from './problems';

const LARGEST = 1e12;
const NUMBER = integer('', { min: 1, max: LARGEST, required: true });
const FIELDS = {
  requestsPerSecond: NUMBER,
  itemsPerSecond: NUMBER,
  bytesPerSecond: bytes('', { required: true }),
} as const satisfies Record<QuotaName, unknown>;

/** Reads the member `quota` of an entry or of a project: at least one of its members. */
export function readQuota(
  node: unknown,
  place: string,
  { reader, problems }: { readonly reader: NodeReader; readonly problems: Problems },
): Quota | undefined {
  const members = reader.members(node, place, QUOTAS);
  if (members?.size === 0) problems.add(place, `expected one or more of ${QUOTAS.join(', ')}`);
  const quota: { [Name in QuotaName]?: number } = {};
  for (const [name, member] of members ?? []) {
    const at = within(place, name);
    const text = reader.text(member, at);
    if (text === undefined) continue;
    const reading = FIELDS[name].read(text);
    if (reading.ok) quota[name] = reading.value;
    else problems.add(at, reading.problems.join('; '));
  }
  return members === undefined ? undefined : quota;
}
