import { useState } from 'react';
import { count } from '../format/numbers';
import { fullTime } from '../format/times';
import styles from './series-table.module.css';
import { type Series, metricValue } from './series';

/** Rows that are shown at first, and that each click adds. */
const ROWS = 100;

interface SeriesTableProps {
  /** Times in seconds. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  readonly shown: readonly boolean[];
  readonly groupBy: string | undefined;
}

/** Table of the values of the shown series, the newest first. */
export function SeriesTable({ times, series, shown, groupBy }: SeriesTableProps) {
  const [most, setMost] = useState(ROWS);
  const columns = series.filter((_, n) => shown[n] === true);
  // A time within a gap has no value and exists only for the chart.
  const rows = times.flatMap((time, n) =>
    series.some(({ values }) => typeof values[n] === 'number') ? [{ time, n }] : [],
  );
  return (
    <>
      <div className={styles.scroll} role="region" aria-label="Values" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Bucket from</th>
              {columns.map(({ label }) => (
                <th key={label} scope="col">
                  <bdi>{groupBy === undefined ? 'Value' : label === '' ? '(empty)' : label}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows
              .slice(-most)
              .toReversed()
              .map(({ time, n }) => (
                <tr key={time}>
                  <th scope="row">{fullTime(new Date(time * 1000).toISOString())}</th>
                  {columns.map(({ label, values }) => {
                    const value = values[n];
                    return (
                      <td key={label}>
                        {typeof value === 'number' ? <span title={String(value)}>{metricValue(value)}</span> : '—'}
                      </td>
                    );
                  })}
                </tr>
              ))}
          </tbody>
        </table>
      </div>
      {rows.length > most && (
        <button type="button" onClick={() => setMost(most + ROWS)}>
          Show {count(Math.min(ROWS, rows.length - most))} more of {count(rows.length)}
        </button>
      )}
    </>
  );
}
