import { type KeyboardEvent, useState } from 'react';
import type { Measure } from '../url/usage-place';
import styles from './day-bars.module.css';
import type { Bars } from './figures';
import { shortValue, valueWithUnit } from './measures';

/** Of the highest bar, in pixels. */
const HEIGHT = 220;
/** Hues in the order of the parts; what is beyond them is grey. */
const HUES = ['--agent', '--generation', '--tool', '--retriever', '--guardrail'];
const hueOf = (part: number): string => `var(${HUES[part] ?? '--span'})`;

interface DayBarsProps {
  readonly bars: Bars;
  readonly measure: Measure;
  readonly onDay: (date: string) => void;
}

/** A bar for each day, and what it is made of: of the day that is pointed at, or of all. Arrow keys go from day to day. */
export function DayBars({ bars: { parts, days, most }, measure, onDay }: DayBarsProps) {
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
  return (
    <div className={styles.chart}>
      <div className={styles.plot}>
        <div className={styles.axis} aria-hidden="true">
          <span>{shortValue(measure, most)}</span>
          <span>{shortValue(measure, most / 2)}</span>
          <span>0</span>
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
              aria-label={`${date}: ${valueWithUnit(measure, total)}`}
              onPointerEnter={() => setPointed(day)}
              onFocus={() => setPointed(day)}
              onClick={() => onDay(date)}
            >
              {values.map((value, part) => (
                <span key={parts[part]} style={{ height: (value / most) * HEIGHT, background: hueOf(part) }} />
              ))}
            </button>
          ))}
        </div>
        <div className={styles.dates} aria-hidden="true">
          <span>{days[0]?.date}</span>
          {days.length > 2 && <span>{days[Math.floor(days.length / 2)]?.date}</span>}
          {days.length > 1 && <span>{days.at(-1)?.date}</span>}
        </div>
      </div>
      <Legend
        title={shown?.date ?? 'All days'}
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
            <th scope="row">together</th>
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
