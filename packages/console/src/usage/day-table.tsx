import type { UsageDay } from '../api/types';
import { compact, count } from '../format/numbers';
import { Cost } from '../ui/cost';
import { dayFigures } from './figures';
import { RankTable } from './rank-table';

interface DayTableProps {
  /** The newest first. */
  readonly days: readonly UsageDay[];
  /** The only one that counts. */
  readonly model: string | undefined;
  readonly onDay: (date: string) => void;
}

/** The figures of each day, as the API answers them. */
export function DayTable({ days, model, onDay }: DayTableProps) {
  const all = days.reduce((sum, day) => sum + dayFigures(day, model).cost, 0);
  return (
    <RankTable
      title="Days"
      head="Day in UTC"
      heads={['Traces', 'Observations', 'Input', 'Output', 'Cost']}
      rows={days.map((day) => {
        const { traces, observations, input, output, tokens, cost } = dayFigures(day, model);
        return {
          key: day.date,
          name: (
            <button type="button" onClick={() => onDay(day.date)}>
              {day.date}
            </button>
          ),
          cells: [
            count(traces),
            count(observations),
            <span title={`${count(input)} tokens`}>{compact(input)}</span>,
            <span title={`${count(output)} tokens`}>{compact(output)}</span>,
            <Cost cost={cost} tokens={tokens} />,
          ],
          share: all === 0 ? 0 : cost / all,
        };
      })}
    />
  );
}
