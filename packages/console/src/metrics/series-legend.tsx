import { useState } from 'react';
import { count } from '../format/numbers';
import { fullTime } from '../format/times';
import { Table } from '../ui/table';
import styles from './series-legend.module.css';
import { type Series, metricValue } from './series';
import { strokeOf } from './strokes';

interface SeriesLegendProps {
  readonly series: readonly Series[];
  readonly shown: readonly boolean[];
  readonly groupBy: string | undefined;
  /** Index of the bucket below the pointer, and its time in seconds. */
  readonly pointed: number | undefined;
  readonly time: number | undefined;
  /** @param labels of all hidden series */
  readonly onHide: (labels: readonly string[]) => void;
}

/** Legend with the names and figures of series; it selects which are drawn. */
export function SeriesLegend({ series, shown, groupBy, pointed, time, onHide }: SeriesLegendProps) {
  const [typed, setTyped] = useState('');
  const isFound = ({ label }: Series): boolean => label.toLowerCase().includes(typed.toLowerCase());
  const labels = series.map(({ label }) => label);
  const hidden = labels.filter((_, n) => shown[n] !== true);
  const rows = series.map((each, n) => ({ ...each, n, isShown: shown[n] === true }));
  const nameOf = ({ label, n, isShown }: (typeof rows)[number]) => (
    <label className={styles.name}>
      {series.length > 1 && (
        <input
          type="checkbox"
          checked={isShown}
          onChange={() => onHide(isShown ? [...hidden, label] : hidden.filter((other) => other !== label))}
        />
      )}
      <Swatch series={n} />
      <bdi>{groupBy === undefined ? 'Total' : label === '' ? '(empty)' : label}</bdi>
    </label>
  );
  return (
    <div className={styles.box}>
      {series.length > 1 && (
        <div className={styles.search}>
          <input
            type="search"
            aria-label="Find a series"
            placeholder={`Find among ${count(series.length)} series`}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <button type="button" disabled={hidden.length === 0} onClick={() => onHide([])}>
            Show all
          </button>
          <button
            type="button"
            onClick={() => onHide(labels.filter((_, n) => typed === '' || !isFound(series[n] as Series)))}
          >
            {typed === '' ? 'Hide all' : 'Only these'}
          </button>
          <span>{hidden.length > 0 && `${count(hidden.length)} hidden`}</span>
        </div>
      )}
      <Table
        className={styles.table}
        columns={[
          {
            name: 'name',
            title: groupBy === undefined ? 'All points' : <bdi>{groupBy}</bdi>,
            isHead: true,
            isWide: true,
            show: nameOf,
          },
          {
            ...{ name: 'value', title: time === undefined ? 'Last' : fullTime(new Date(time * 1000).toISOString()) },
            isNumber: true,
            show: ({ last, values }) => <MetricValue value={pointed === undefined ? last : values[pointed]} />,
          },
          { name: 'min', title: 'Min', isNumber: true, show: ({ min }) => <MetricValue value={min} /> },
          { name: 'max', title: 'Max', isNumber: true, show: ({ max }) => <MetricValue value={max} /> },
        ]}
        rows={rows.filter(isFound)}
        keyOf={({ label }) => label}
        attributesOf={({ isShown }) => ({ 'data-hidden': !isShown })}
        box=""
      />
    </div>
  );
}

/** Sample of a line as drawn. */
function Swatch({ series }: { readonly series: number }) {
  const { colour, dash } = strokeOf(series);
  return (
    <svg className={styles.swatch} width="28" height="8" aria-hidden="true">
      <line
        x1="0"
        y1="4"
        x2="28"
        y2="4"
        strokeWidth="2"
        style={{ stroke: `var(${colour})` }}
        strokeDasharray={dash.join(' ')}
      />
    </svg>
  );
}

/** Value with all its digits as the tooltip; a dash if there is none. */
export function MetricValue({ value }: { readonly value: number | null | undefined }) {
  return typeof value === 'number' ? <span title={String(value)}>{metricValue(value)}</span> : '—';
}
