import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { shownZone } from '../format/times';
import { useZone } from '../format/zone';
import { axisTimes } from './axis-times';
import styles from './series-chart.module.css';
import { type Series, axisValue } from './series';
import { strokeOf } from './strokes';

const HEIGHT = 320;
const AXIS_FONT = '11px system-ui, sans-serif';
/** Pixels below which a drag counts as a click. */
const LEAST_DRAG = 6;

interface SeriesChartProps {
  readonly title: string;
  /** Times in seconds. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  readonly shown: readonly boolean[];
  /** Start of the requested range, in seconds. */
  readonly from: number;
  readonly to: number;
  /** @param index among the times; undefined without a pointer */
  readonly onPoint: (index: number | undefined) => void;
  /** Receives a range chosen by dragging, in milliseconds. */
  readonly onRange: (fromMs: number, toMs: number) => void;
}

/** Line chart of series. It uses the colours of the theme, so it is drawn again when the theme changes. */
export function SeriesChart({ title, times, series, shown, from, to, onPoint, onRange }: SeriesChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const theme = useThemeChange();
  const zone = useZone();
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const colour = (name: string): string => resolved(element, name);
    const axis = { stroke: colour('--secondary'), font: AXIS_FONT, grid: lineOf(colour), ticks: lineOf(colour) };
    const chart = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        // Half the width of the last time's text, which the plot would cut.
        padding: [null, 40, null, null],
        cursor: { drag: { x: true, y: false, setScale: false, dist: LEAST_DRAG }, y: false },
        scales: { x: { range: [from, to] } },
        axes: [
          { ...axis, space: 96, values: (_, ticks) => axisTimes(ticks, to - from) },
          { ...axis, size: 72, values: (_, ticks) => ticks.map(axisValue) },
        ],
        series: [
          {},
          ...series.map(({ label }, n) => {
            const { colour: hue, dash } = strokeOf(n);
            return { label, stroke: colour(hue), width: 1.5, dash: [...dash], show: shown[n] === true };
          }),
        ],
        ...(shownZone() === 'utc' && {
          tzDate: (seconds: number) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
        }),
        hooks: {
          setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)],
          setSelect: [
            (plot) => {
              const { left, width } = plot.select;
              if (width < LEAST_DRAG) return;
              onRange(plot.posToVal(left, 'x') * 1000, plot.posToVal(left + width, 'x') * 1000);
            },
          ],
        },
      },
      [[...times], ...series.map(({ values }) => [...values])],
      element,
    );
    const watch = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }));
    watch.observe(element);
    return () => {
      watch.disconnect();
      chart.destroy();
      onPoint(undefined);
    };
    // The handlers captured when drawing depend on these values only.
  }, [times, series, shown, from, to, theme, zone]);
  return (
    <div
      ref={box}
      className={styles.chart}
      role="img"
      aria-label={`${title}, as lines over time; the table has the same values`}
    />
  );
}

const lineOf = (colour: (name: string) => string) => ({ stroke: colour('--line'), width: 1 });

/** Resolves a colour through an element, because a canvas does not know custom properties. */
function resolved(element: HTMLElement, name: string): string {
  element.style.color = `var(${name})`;
  const { color } = getComputedStyle(element);
  element.style.color = '';
  return color;
}

/** Returns a number that changes with the theme, for drawings that cannot use custom properties. */
function useThemeChange(): number {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const change = (): void => setChanges((before) => before + 1);
    const system = matchMedia('(prefers-color-scheme: dark)');
    const watch = new MutationObserver(change);
    watch.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    system.addEventListener('change', change);
    return () => {
      watch.disconnect();
      system.removeEventListener('change', change);
    };
  }, []);
  return changes;
}
