import { type CSSProperties, type KeyboardEvent, useState } from 'react';
import type { Measure } from '../url/usage-address';
import { axisOf, namedDays } from './axis';
import styles from './day-bars.module.css';
import { dayTitle } from './days';
import type { Bars } from './figures';
import { shortValue, valueWithUnit } from './measures';

/** Half the width of a day's name in pixels: least distance of its middle from both ends. */
const HALF_NAME = 33;
/** Hues in the order of the parts; further parts are grey. */
const HUES = ['--agent', '--generation', '--tool', '--retriever', '--guardrail'];
const hueOf = (part: number): string => `var(${HUES[part] ?? '--span'})`;

interface DayBarsProps {
  readonly bars: Bars;
  readonly measure: Measure;
  /** Current day of UTC, which is not over yet. */
  readonly today: string;
  readonly onDay: (date: string) => void;
}

/** Bar chart by day, with the figures of the focused day, otherwise of all days. Arrow keys move between days. */
export function DayBars({ bars: { parts, days, most }, measure, today, onDay }: DayBarsProps) {
  const [pointed, setPointed] = useState<number>();
  const [current, setCurrent] = useState(days.length - 1);
  const reachable = Math.min(current, days.length - 1);
  const move = (event: KeyboardEvent<HTMLDivElement>): void => {
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: reachable - 1,
      ArrowRight: reachable + 1,
      Home: 0,
      End: days.length - 1,
    };
    const next = steps[event.key];
    if (next === undefined || next < 0 || next >= days.length) return;
    event.preventDefault();
    setCurrent(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };
  const shown = pointed === undefined ? undefined : days[pointed];
  const { ticks, top } = axisOf(most, measure !== 'cost');
  const marks = ticks.map((tick) => (tick === 0 ? '0' : shortValue(measure, tick)));
  const letters = Math.max(...marks.map((mark) => mark.length));
  const titleOf = (date: string): string => dayTitle(date) + (date === today ? ', so far' : '');
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
        <div className={styles.lines} aria-hidden="true">
          {ticks.map((tick) => (
            <span key={tick} style={{ bottom: percent(tick, top) }} />
          ))}
        </div>
        <div
          className={styles.bars}
          role="group"
          aria-label={`${measure} by day`}
          onKeyDown={move}
          onPointerLeave={() => setPointed(undefined)}
          onBlur={() => setPointed(undefined)}
        >
          {days.map(({ date, total, values }, day) => (
            <button
              key={date}
              type="button"
              className={styles.day}
              tabIndex={day === reachable ? 0 : -1}
              aria-label={`${titleOf(date)}: ${valueWithUnit(measure, total)}`}
              onPointerEnter={() => setPointed(day)}
              onFocus={() => setPointed(day)}
              onClick={() => onDay(date)}
            >
              {values.map(
                (value, part) =>
                  value > 0 && (
                    <span key={parts[part]} style={{ height: percent(value, top), background: hueOf(part) }} />
                  ),
              )}
            </button>
          ))}
        </div>
        <div className={styles.dates} aria-hidden="true">
          {namedDays(days.length).map(({ day, isMajor }) => (
            <span
              key={day}
              data-major={isMajor}
              style={{ left: `clamp(${HALF_NAME}px, ${percent(day + 0.5, days.length)}, 100% - ${HALF_NAME}px)` }}
            >
              {days[day]?.date}
            </span>
          ))}
        </div>
      </div>
      <Legend
        title={shown === undefined ? 'All days' : titleOf(shown.date)}
        parts={parts}
        measure={measure}
        values={parts.map((_, part) =>
          shown === undefined
            ? days.reduce((sum, { values }) => sum + (values[part] ?? 0), 0)
            : (shown.values[part] ?? 0),
        )}
      />
    </div>
  );
}

const percent = (part: number, all: number): string => `${(part / all) * 100}%`;

interface LegendProps {
  readonly title: string;
  readonly parts: readonly string[];
  readonly values: readonly number[];
  readonly measure: Measure;
}

function Legend({ title, parts, values, measure }: LegendProps) {
  return (
    <table className={styles.legend}>
      <caption>{title}</caption>
      <tbody>
        {parts.map((part, n) => (
          <tr key={part}>
            <th scope="row">
              <span className={styles.swatch} style={{ background: hueOf(n) }} />
              <bdi>{part}</bdi>
            </th>
            <td>{shortValue(measure, values[n] ?? 0)}</td>
          </tr>
        ))}
        {parts.length > 1 && (
          <tr className={styles.total}>
            <th scope="row">Total</th>
            <td>
              {shortValue(
                measure,
                values.reduce((sum, value) => sum + value, 0),
              )}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
