import { type CSSProperties, useState } from 'react';
import { type Bar, Bars } from '../ui/bars';
import { type Stretch, firstOf, lastOf } from '../ui/stretch';
import { Table } from '../ui/table';
import type { Measure } from '../url/usage-address';
import { axisOf, namedDays } from './axis';
import styles from './day-bars.module.css';
import { dayTitle } from './days';
import type { DayFigures } from './figures';
import { shortValue, valueWithUnit } from './measures';

/** Half the width of a day's name in pixels: least distance of its middle from both ends. */
const HALF_NAME = 33;
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
  const [shown, setShown] = useState<Stretch>();
  const { ticks, top } = axisOf(most, measure !== 'cost');
  const marks = ticks.map((tick) => (tick === 0 ? '0' : shortValue(measure, tick)));
  const letters = Math.max(...marks.map((mark) => mark.length));
  const titleOf = (date: string): string => dayTitle(date) + (date === today ? ', so far' : '');
  const dateAt = (day: number): string => days[day]?.date ?? '';
  const chosen = shown === undefined ? [] : days.slice(firstOf(shown), lastOf(shown) + 1);
  const summed = chosen.length === 0 ? days : chosen;
  return (
    <div className={styles.chart}>
      <div className={styles.plot} style={{ '--letters': letters } as CSSProperties}>
        <div className={styles.axis} aria-hidden="true">
          {ticks.map((tick, n) => (
            <span key={tick} style={{ bottom: percent(tick, top) }}>
              {marks[n]}
            </span>
          ))}
        </div>
        <div className={styles.field}>
          <div className={styles.lines} aria-hidden="true">
            {ticks.map((tick) => (
              <span key={tick} style={{ bottom: percent(tick, top) }} />
            ))}
          </div>
          <Bars
            label={`${measure} by day`}
            bars={days.map(({ date, total, values }): Bar => ({
              key: date,
              label: `${titleOf(date)}: ${valueWithUnit(measure, total)}`,
              parts: values.flatMap((value, part) =>
                value > 0 ? [{ height: percent(value, top), colour: hueOf(part) }] : [],
              ),
            }))}
            ticks={namedDays(days.length).map(({ day, isMajor }) => ({
              left: `clamp(${HALF_NAME}px, ${percent(day + 0.5, days.length)}, 100% - ${HALF_NAME}px)`,
              text: dateAt(day),
              isMinor: !isMajor,
            }))}
            start={days.length - 1}
            shown={shown}
            onShow={setShown}
            onChoose={(first, last) => onDays(dateAt(first), dateAt(last))}
          />
        </div>
      </div>
      <Legend
        title={
          chosen.length === 0
            ? 'All days'
            : [...new Set([chosen[0], chosen.at(-1)])].map((day) => titleOf(day?.date ?? '')).join(' – ')
        }
        parts={parts}
        measure={measure}
        values={parts.map((_, part) => sum(summed.map(({ values }) => values[part] ?? 0)))}
      />
    </div>
  );
}

const percent = (part: number, all: number): string => `${(part / all) * 100}%`;
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
        <span className={styles.swatch} style={{ background: hueOf(n) }} />
        <bdi>{part}</bdi>
      </>
    ),
  }));
  const total = { key: 'total', value: sum(values), name: 'Total' };
  return (
    <Table
      className={styles.legend}
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
