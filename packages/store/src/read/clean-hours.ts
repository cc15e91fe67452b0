/**
 * SQL: rows of an hourly rollup of the series in a window, each with a column of its series, without the dirty hours `changed`.
 *
 * After a burst of new series there are no statistics, and the planner expects one row where there are 100,000. So each series is looked up
 * by the index, whatever the planner expects, and two common table expressions are joined by a `full join` behind `offset 0`: this join has
 * no nested loop, which would be quadratic. Mostly no hour is dirty: then that join, a third of the time, is not run.
 */
export function unchanged(table: string, series: string, column: string, within: (hour: string) => string): string {
  const hours = `
        select s.${column}, h.* from ${series} s
        cross join lateral (select h.* from ${table} h where h.series_id = s.id and ${within('h.hour')} offset 0) h`;
  const hasChanges = '(select exists (select from changed))';
  return `(
        select x.*, null::bigint as changed from (${hours}) x where not ${hasChanges}
        union all
        select x.* from (
          select h.*, c.series_id as changed
          from (${hours}) h full join changed c on c.series_id = h.series_id and c.hour = h.hour
          offset 0
        ) x
        where x.changed is null and ${hasChanges}
      )`;
}
