import { type CSSProperties, type ReactNode, useState } from 'react';
import { type Axis, namedBars } from './axis';
import { type Bar, Bars } from './bars';
import styles from './plot.module.css';
import { type Stretch, firstOf, lastOf } from './stretch';

/** Half the width of a character below a bar in pixels. */
const HALF_CHARACTER = 3.3;

interface PlotProps {
  /** Name of the chart. */
  readonly label: string;
  readonly axis: Axis;
  /** Formats a value of the axis above 0. */
  readonly textOf: (value: number) => string;
  readonly bars: readonly Bar[];
  /** Returns the name below a bar. */
  readonly nameOf: (bar: number) => string | undefined;
  readonly onChoose: (first: number, last: number) => void;
  /** Returns the figures of the highlighted bars; of all bars without an argument. */
  readonly legend: (chosen: { readonly first: number; readonly last: number } | undefined) => ReactNode;
}

/** Bar chart with a scale on its left and figures on its right. */
export function Plot({ label, axis: { ticks, top }, textOf, bars, nameOf, onChoose, legend }: PlotProps) {
  const [shown, setShown] = useState<Stretch>();
  const marks = ticks.map((tick) => (tick === 0 ? '0' : textOf(tick)));
  const names = namedBars(bars.length).map((each) => ({ ...each, name: nameOf(each.bar) ?? '' }));
  /** Least distance of the middle of a name from both ends. */
  const halfName = HALF_CHARACTER * Math.max(...names.map(({ name }) => name.length));
  const letters = Math.max(...marks.map((mark) => mark.length));
  return (
    <div className={styles.chart}>
      <div className={styles.plot} style={{ '--letters': letters } as CSSProperties}>
        <div className={styles.axis} aria-hidden="true">
          {ticks.map((tick, n) => (
            <span key={tick} style={{ bottom: percentOf(tick, top) }}>
              {marks[n]}
            </span>
          ))}
        </div>
        <div className={styles.field}>
          <div className={styles.lines} aria-hidden="true">
            {ticks.map((tick) => (
              <span key={tick} style={{ bottom: percentOf(tick, top) }} />
            ))}
          </div>
          <Bars
            label={label}
            bars={bars}
            ticks={names.map(({ bar, isMajor, name }) => ({
              left: `clamp(${halfName}px, ${percentOf(bar + 0.5, bars.length)}, 100% - ${halfName}px)`,
              text: name,
              isMinor: !isMajor,
            }))}
            start={bars.length - 1}
            shown={shown}
            onShow={setShown}
            onChoose={onChoose}
          />
        </div>
      </div>
      {legend(
        shown === undefined || lastOf(shown) >= bars.length
          ? undefined
          : { first: firstOf(shown), last: lastOf(shown) },
      )}
    </div>
  );
}

/** Returns a share as a length of CSS. */
export const percentOf = (part: number, all: number): string => `${(part / all) * 100}%`;
