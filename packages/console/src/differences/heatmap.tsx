import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import { read } from '../api/client';
import { count, duration } from '../format/numbers';
import { axisTime, fullTime } from '../format/times';
import { selectionOf } from '../list/selection';
import { StateLine } from '../ui/state-line';
import type { DifferencesAddress, Pick } from '../url/differences-address';
import { type Cell, type Cells, boxOf, cellsOf, pickBetween } from './heatmap-cells';
import styles from './heatmap.module.css';

const BUCKETS = 60;
/** Span above which times are shown with their day. */
const WITH_DAY_MS = 3 * 86_400_000;

interface HeatmapProps {
  readonly address: DifferencesAddress;
  readonly onPick: (pick: Partial<Pick>) => void;
}

interface WholeProps extends HeatmapProps {
  /** Whether the page already reports that the server is unreachable. */
  readonly isFailed: boolean;
}

/** Heatmap of all traces by time and latency; a box drawn on it selects traces. */
export function Heatmap({ address, onPick, isFailed }: WholeProps) {
  const { range, filters } = address;
  const histogram = useQuery({
    queryKey: ['different', 'histogram', range, filters],
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const now = Date.now();
      const selection = selectionOf({ range, filters }, now);
      // Without an end, the API would use the end of the hour, which leaves a short range mostly empty.
      const toTimestamp = selection.toTimestamp ?? new Date(now).toISOString();
      const query = { ...selection, toTimestamp, buckets: BUCKETS, by: 'latency' };
      return read('/api/public/traces/histogram', { query, signal });
    },
  });
  const cells = useMemo(() => (histogram.data === undefined ? undefined : cellsOf(histogram.data)), [histogram.data]);
  if (histogram.error !== null && isFailed) return <div className={styles.empty} />;
  if (histogram.error !== null) return <StateLine error={histogram.error} again={() => histogram.refetch()} />;
  if (histogram.data === undefined) return <div className={styles.empty} />;
  if (cells === undefined) return <p className={`${styles.none} secondary`}>No traces in this time.</p>;
  return <Chart cells={cells} address={address} onPick={onPick} />;
}

function Chart({ cells, address, onPick }: HeatmapProps & { readonly cells: Cells }) {
  const [corners, setCorners] = useState<readonly [Cell, Cell]>();
  const rows = cells.bounds.length;
  const finish = (): void => {
    if (corners === undefined) return;
    onPick(pickBetween(cells, ...corners));
    setCorners(undefined);
  };
  const within = (column: number, row: number): Cell => ({
    column: Math.max(0, Math.min(cells.columns - 1, column)),
    row: Math.max(0, Math.min(rows - 1, row)),
  });
  const cellAt = ({ currentTarget, clientX, clientY }: PointerEvent): Cell => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    return within(
      Math.floor(((clientX - left) / width) * cells.columns),
      Math.floor(((clientY - top) / height) * rows),
    );
  };
  const press = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (event.key === 'Escape' && corners !== undefined) setCorners(undefined);
    else if (event.key === 'Enter') finish();
    else if (step !== undefined) {
      const [anchor, at] = corners ?? [within(cells.columns, 0), within(cells.columns, 0)];
      const to = corners === undefined ? at : within(at.column + step.column, at.row + step.row);
      setCorners([event.shiftKey ? anchor : to, to]);
    } else return;
    event.preventDefault();
  };
  const drawn = { ...address, ...(corners !== undefined && pickBetween(cells, ...corners)) };
  const box = boxOf(cells, drawn);
  return (
    <div className={styles.map}>
      <div className={`${styles.labels} minor`} aria-hidden="true">
        {cells.bounds.map((bound) => (
          <span key={bound}>{duration(bound * 1000)}</span>
        ))}
      </div>
      <div
        className={styles.field}
        role="application"
        tabIndex={0}
        aria-label="Traces by time and latency. Arrow keys move, Shift and arrow keys select an area, Enter applies it."
        style={{ height: rows * 14 }}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setCorners([cellAt(event), cellAt(event)]);
        }}
        onPointerMove={(event) => corners !== undefined && setCorners([corners[0], cellAt(event)])}
        onPointerUp={finish}
        onPointerCancel={() => setCorners(undefined)}
      >
        <Drawing cells={cells} />
        {box !== undefined && (
          <span
            className={styles.box}
            style={{
              left: `${(box.left / cells.columns) * 100}%`,
              width: `${((box.right - box.left) / cells.columns) * 100}%`,
              top: `${(box.top / rows) * 100}%`,
              height: `${((box.bottom - box.top) / rows) * 100}%`,
            }}
          />
        )}
      </div>
      <p className={`${styles.ends} minor`}>
        <End ms={cells.times[0] ?? 0} />
        <span role="status">{corners === undefined ? 'Drag to select traces' : cornerWords(cells, corners)}</span>
        <End ms={cells.times.at(-1) ?? 0} />
      </p>
    </div>
  );
}

/** End of a range with its day: both ends of a day have the same time. */
function End({ ms }: { readonly ms: number }) {
  const time = new Date(ms).toISOString();
  return (
    <time dateTime={time} title={fullTime(time)}>
      {axisTime(ms, WITH_DAY_MS)}
    </time>
  );
}

const STEPS: Readonly<Record<string, Cell>> = {
  ArrowLeft: { column: -1, row: 0 },
  ArrowRight: { column: 1, row: 0 },
  ArrowUp: { column: 0, row: -1 },
  ArrowDown: { column: 0, row: 1 },
};

/** Cells with traces; darker for more traces. */
function Drawing({ cells: { counts, columns, bounds, most } }: { readonly cells: Cells }) {
  return (
    <svg viewBox={`0 0 ${columns} ${bounds.length}`} preserveAspectRatio="none" aria-hidden="true">
      {counts.flatMap((row, y) =>
        row.map(
          (each, x) =>
            each > 0 && (
              <rect
                key={`${x} ${y}`}
                x={x}
                y={y}
                width={0.96}
                height={0.92}
                opacity={0.2 + 0.8 * (Math.log1p(each) / Math.log1p(most))}
              />
            ),
        ),
      )}
    </svg>
  );
}

function cornerWords({ counts, bounds }: Cells, [one, other]: readonly [Cell, Cell]): string {
  const [left, right] = [Math.min(one.column, other.column), Math.max(one.column, other.column)];
  const [top, bottom] = [Math.min(one.row, other.row), Math.max(one.row, other.row)];
  const inside = counts.slice(top, bottom + 1).flatMap((row) => row.slice(left, right + 1));
  const traces = inside.reduce((sum, each) => sum + each, 0);
  const above = `≥ ${duration((bounds[bottom] ?? 0) * 1000)}`;
  return `${count(traces)} traces, latency ${above}${top === 0 ? '' : `, < ${duration((bounds[top - 1] ?? 0) * 1000)}`}`;
}
