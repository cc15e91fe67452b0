import type { UsageDay } from '../api/types';
import type { Measure } from '../url/usage-address';
import { COST, counts } from './figure-columns';
import { dayFigures } from './figures';
import { shareOf } from './measures';
import { RankTable } from './rank-table';

interface DayTableProps {
  /** Days, the newest first. */
  readonly days: readonly UsageDay[];
  /** Only model that is counted; undefined for all. */
  readonly model: string | undefined;
  readonly measure: Measure;
  readonly onDay: (date: string) => void;
}

/** Table of the figures by day, as the API returns them. */
export function DayTable({ days, model, measure, onDay }: DayTableProps) {
  const all = days.reduce((sum, day) => sum + dayFigures(day, model)[measure], 0);
  const nameOf = ({ date }: Pick<UsageDay, 'date'>) => (
    <button type="button" data-value="link" onClick={() => onDay(date)}>
      {date}
    </button>
  );
  return (
    <RankTable
      title="Days"
      columns={[
        { name: 'day', title: 'Day in UTC', isHead: true, isWide: true, show: nameOf },
        counts('Traces', 'traces'),
        counts('Obs.', 'observations', 500),
        counts('Input', 'input', 500),
        counts('Output', 'output'),
        COST,
      ]}
      rows={days.map((day) => {
        const figures = dayFigures(day, model);
        return { ...figures, date: day.date, key: day.date, share: shareOf(measure, figures[measure], all) };
      })}
    />
  );
}
