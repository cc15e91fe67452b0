import type { UsageDay } from '../api/types';
import { compact, count } from '../format/numbers';
import { ColumnCost } from '../ui/column-cost';
import type { Measure } from '../url/usage-address';
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
  return (
    <RankTable
      title="Days"
      head="Day in UTC"
      heads={['Traces', 'Obs.', 'Input', 'Output', 'Cost']}
      minor={['Obs.', 'Input']}
      rows={days.map((day) => {
        const figures = dayFigures(day, model);
        const { traces, observations, input, output, tokens, cost } = figures;
        return {
          key: day.date,
          name: (
            <button type="button" onClick={() => onDay(day.date)}>
              {day.date}
            </button>
          ),
          cells: [
            <span title={count(traces)}>{compact(traces)}</span>,
            <span title={count(observations)}>{compact(observations)}</span>,
            <span title={`${count(input)} tokens`}>{compact(input)}</span>,
            <span title={`${count(output)} tokens`}>{compact(output)}</span>,
            <ColumnCost cost={cost} tokens={tokens} />,
          ],
          share: shareOf(measure, figures[measure], all),
        };
      })}
    />
  );
}
