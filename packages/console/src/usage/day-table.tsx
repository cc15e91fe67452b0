import type { UsageDay } from '../api/types';
import { compact, count } from '../format/numbers';
import { ColumnCost } from '../ui/column-cost';
import type { Measure } from '../url/usage-address';
import { dayFigures } from './figures';
import { shareOf } from './measures';
import { RankTable } from './rank-table';

interface DayTableProps {
  /** The newest first. */
  readonly days: readonly UsageDay[];
  /** The only one that counts. */
  readonly model: string | undefined;
  readonly measure: Measure;
  readonly onDay: (date: string) => void;
}

/** The figures of each day, as the API answers them. */
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
