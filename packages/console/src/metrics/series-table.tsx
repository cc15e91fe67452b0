import { useState } from 'react';
import { count } from '../format/numbers';
import { fullTime } from '../format/times';
import { type Column, Table } from '../ui/table';
import styles from './series-table.module.css';
import { MetricValue } from './series-legend';
import type { Series } from './series';

/** Rows that are shown at first, and that each click adds. */
const ROWS = 100;

interface SeriesTableProps {
  /** Times in seconds. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  readonly shown: readonly boolean[];
  readonly groupBy: string | undefined;
}

interface Row {
  /** Seconds. */
  readonly time: number;
  /** Index of the time among all. */
  readonly n: number;
}

/** Table of the values of the shown series, the newest first. */
export function SeriesTable({ times, series, shown, groupBy }: SeriesTableProps) {
  const [most, setMost] = useState(ROWS);
  // A time within a gap has no value and exists only for the chart.
  const rows = times.flatMap((time, n) =>
    series.some(({ values }) => typeof values[n] === 'number') ? [{ time, n }] : [],
  );
  const from: Column<Row> = {
    ...{ name: 'from', title: 'Bucket from', isHead: true },
    show: ({ time }) => fullTime(new Date(time * 1000).toISOString()),
  };
  const columns = series.flatMap(({ label, values }, n): Column<Row>[] => {
    const title = <bdi>{groupBy === undefined ? 'Value' : label === '' ? '(empty)' : label}</bdi>;
    const show = (row: Row) => <MetricValue value={values[row.n]} />;
    return shown[n] === true ? [{ name: `series ${label}`, title, isNumber: true, show }] : [];
  });
  return (
    <>
      <Table
        className={styles.table}
        columns={[from, ...columns]}
        rows={rows.slice(-most).toReversed()}
        keyOf={({ time }) => String(time)}
        box="Values"
      />
      {rows.length > most && (
        <button type="button" onClick={() => setMost(most + ROWS)}>
          Show {count(Math.min(ROWS, rows.length - most))} more of {count(rows.length)}
        </button>
      )}
    </>
  );
}
