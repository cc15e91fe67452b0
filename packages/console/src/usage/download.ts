import { read } from '../api/client';
import { csvOf } from '../format/csv';
import { count } from '../format/numbers';
import { COLUMN_WORDS } from '../list/filter-words';
import { filterParameter } from '../list/selection';
import { announce } from '../ui/announcements';
import { save } from '../ui/save';
import type { Filter } from '../url/filters';
import type { Days } from '../url/calendar';
import { boundsOfDays } from './days';
import type { TopField } from './group-fields';
import { usageCall } from './usage-call';
import { dayRows, groupRows } from './usage-tables';

/** Most groups that the API returns. */
const MAX_GROUPS = 200;

/** Saves the figures of days as CSV. @param field to group by; undefined for rows by day and model */
export async function downloadUsage(
  days: Days,
  filters: readonly Filter[],
  field: TopField | undefined,
): Promise<void> {
  try {
    const { rows, note } = field === undefined ? await byDay(days, filters) : await byField(days, filters, field);
    const what = field === undefined ? 'days' : `by-${COLUMN_WORDS[field]}`;
    save(csvOf(rows), `usage-${what}-${days.from}-${days.to}.csv`, 'text/csv');
    announce(note);
  } catch (error) {
    announce(`Could not download: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function byDay(days: Days, filters: readonly Filter[]) {
  const { data } = await read('/api/public/metrics/daily', { query: usageCall(days, filters) });
  return { rows: dayRows(data), note: `Saved ${count(data.length)} days` };
}

async function byField(days: Days, filters: readonly Filter[], field: TopField) {
  const query = { by: field, orderBy: 'totalCost', limit: MAX_GROUPS, ...boundsOfDays(days) };
  const { data, meta } = await read('/api/public/traces/groups', {
    query: { ...query, filter: filterParameter(filters) },
  });
  const isWhole = meta.totalItems <= data.length;
  return {
    rows: groupRows(COLUMN_WORDS[field], data),
    note: isWhole
      ? `Saved ${count(data.length)} rows`
      : `Saved the ${count(data.length)} of ${count(meta.totalItems)} that cost most`,
  };
}
