import { read } from '../api/client';
import type { TraceGroup } from '../api/types';
import type { boundsOfDays } from './days';
import type { Filter } from '../url/filters';
import { groupQueries } from './group-filter';
import type { TopField } from './group-fields';

type Value = TraceGroup['value'];

/** Most groups that the API returns. */
const MAX_GROUPS = 200;

/** Query of groups in an earlier time. */
export interface GroupsBefore {
  readonly field: TopField;
  readonly orderBy: 'totalCost' | 'totalTokens' | 'count';
  readonly filters: readonly Filter[];
  readonly bounds: ReturnType<typeof boundsOfDays>;
}

/**
 * Reads the earlier values of groups: `none` if a group did not exist, absent if unknown. The query names the groups, because a group that
 * ranks high now may have ranked low then.
 * @param values of the groups
 */
export async function groupsBefore(
  { field, orderBy, filters, bounds }: GroupsBefore,
  values: readonly Value[],
  signal: AbortSignal,
): Promise<ReadonlyMap<Value, number | 'none'>> {
  const queries = groupQueries(field, filters, values);
  const answers = await Promise.all(
    queries.map(async ({ filter, ofValues }) => {
      const query = { by: field, orderBy, limit: MAX_GROUPS, ...bounds, filter };
      const { data, meta } = await read('/api/public/traces/groups', { query, signal });
      const isWhole = meta.totalItems <= data.length;
      const found = new Map(data.map((group) => [group.value, group[orderBy]]));
      return ofValues.flatMap((value): (readonly [Value, number | 'none'])[] => {
        const before = found.get(value) ?? (isWhole ? 'none' : undefined);
        return before === undefined ? [] : [[value, before]];
      });
    }),
  );
  return new Map(answers.flat());
}
