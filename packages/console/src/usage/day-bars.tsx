import { axisOf } from '../ui/axis';
import type { Bar } from '../ui/bars';
import legend from '../ui/legend.module.css';
import { Plot, percentOf } from '../ui/plot';
import { Table } from '../ui/table';
import type { Measure } from '../url/usage-address';
import { dayTitle } from './days';
import type { DayFigures } from './figures';
import { shortValue, valueWithUnit } from './measures';

/** Hues in the order of the parts; further parts are grey. */
const HUES = ['--agent', '--generation', '--tool', '--retriever', '--guardrail'];
const hueOf = (part: number): string => `var(${HUES[part] ?? '--span'})`;

interface DayBarsProps {
  readonly figures: DayFigures;
  readonly measure: Measure;
  /** Current day of UTC, which is not over yet. */
  readonly today: string;
  readonly onDays: (first: string, last: string) => void;
}

/** Bar chart by day, with the figures of the highlighted days, otherwise of all. */
export function DayBars({ figures: { parts, days, most }, measure, today, onDays }: DayBarsProps) {
  const axis = axisOf(most, measure !== 'cost');
  const titleOf = (date: string): string => dayTitle(date) + (date === today ? ', so far' : '');
  const dateAt = (day: number): string => days[day]?.date ?? '';
  return (
    <Plot
      label={`${measure} by day`}
      axis={axis}
      textOf={(tick) => shortValue(measure, tick)}
      bars={days.map(({ date, total, values }): Bar => ({
        key: date,
        label: `${titleOf(date)}: ${valueWithUnit(measure, total)}`,
        parts: values.flatMap((value, part) =>
          value > 0 ? [{ height: percentOf(value, axis.top), colour: hueOf(part) }] : [],
        ),
      }))}
      nameOf={dateAt}
      onChoose={(first, last) => onDays(dateAt(first), dateAt(last))}
      legend={(chosen) => {
        const summed = chosen === undefined ? days : days.slice(chosen.first, chosen.last + 1);
        const ends = chosen && [...new Set([dateAt(chosen.first), dateAt(chosen.last)])];
        return (
          <Legend
            title={ends === undefined ? 'All days' : ends.map(titleOf).join(' – ')}
            parts={parts}
            measure={measure}
            values={parts.map((_, part) => sum(summed.map(({ values }) => values[part] ?? 0)))}
          />
        );
      }}
    />
  );
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

interface LegendProps {
  readonly title: string;
  readonly parts: readonly string[];
  readonly values: readonly number[];
  readonly measure: Measure;
}

function Legend({ title, parts, values, measure }: LegendProps) {
  const rows = parts.map((part, n) => ({
    ...{ key: String(n), value: values[n] ?? 0 },
    name: (
      <>
        <span className={legend.swatch} style={{ background: hueOf(n) }} />
        <bdi>{part}</bdi>
      </>
    ),
  }));
  const total = { key: 'total', value: sum(values), name: 'Total' };
  return (
    <Table
      className={legend.legend}
      caption={title}
      columns={[
        { name: 'part', isHead: true, isWide: true, show: ({ name }) => name },
        { name: 'value', isNumber: true, show: ({ value }) => shortValue(measure, value) },
      ]}
      rows={parts.length > 1 ? [...rows, total] : rows}
      keyOf={({ key }) => key}
      attributesOf={(row) => ({ 'data-total': row === total })}
    />
  );
}
