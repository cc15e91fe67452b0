import { type CSSProperties, type ReactNode, useState } from 'react';
import { percent } from '../format/deltas';
import { count } from '../format/numbers';
import { type Column, Table } from '../ui/table';
import type { Growth } from './growth';
import styles from './rank-table.module.css';

/** Rows that are shown before the table is expanded. */
const FIRST = 10;

/** Row of a ranked table. */
export interface RankRow {
  readonly key: string;
  /** Share in the sum of all rows, 0 to 1; undefined if unknown. */
  readonly share: number | undefined;
  /** Growth of a compared row; undefined until known. */
  readonly growth?: Growth | undefined;
}

/** Setting of a comparison: whether rows are ordered by growth. */
export interface Compared {
  readonly isByGrowth: boolean;
  readonly onByGrowth: (isByGrowth: boolean) => void;
}

interface RankTableProps<Row> {
  readonly title: string;
  /** Columns before those of growth and share; the first contains names, as buttons that filter. */
  readonly columns: readonly Column<Row>[];
  /** Rows, the highest value first. */
  readonly rows: readonly Row[];
  readonly compared?: Compared;
  /** Remark below the table. */
  readonly note?: ReactNode;
}

/** Ranked table, with the share of each row as a bar. */
export function RankTable<Row extends RankRow>({ title, columns, rows, compared, note }: RankTableProps<Row>) {
  const [isWhole, setIsWhole] = useState(false);
  const isByGrowth = compared?.isByGrowth === true;
  const ranked = isByGrowth ? byGrowth(rows) : rows;
  const shown = isWhole ? ranked : ranked.slice(0, FIRST);
  const orderHint = isByGrowth ? 'Those with the most first' : 'What grew the most first';
  return (
    <section className={styles.part}>
      <h2 className={styles.title}>{title}</h2>
      <Table
        className={styles.table}
        columns={[...columns, ...(compared ? [{ ...CHANGE, orderHint }] : []), SHARE]}
        rows={shown}
        keyOf={({ key }) => key}
        sort={isByGrowth ? 'growth.desc' : ''}
        onSort={() => compared?.onByGrowth(!isByGrowth)}
        box=""
      />
      {rows.length > shown.length && (
        <button type="button" onClick={() => setIsWhole(true)}>
          Show all {count(rows.length)}
        </button>
      )}
      {note}
    </section>
  );
}

/** Growth against the value before: `+$1.2000`, `new +$0.5000`. */
const CHANGE: Column<RankRow> = {
  ...{ name: 'change', title: 'Change', isNumber: true, orderBy: 'growth' },
  show: ({ growth }) =>
    growth && (
      <span title={growth.reason}>
        {growth.isNew && <span className={styles.new}>new </span>}
        {growth.text}
      </span>
    ),
};

const SHARE: Column<RankRow> = {
  ...{ name: 'share', title: 'Share', isNumber: true },
  show: ({ share }) => (share === undefined ? <span title="Unknown: it has no known cost">—</span> : percent(share)),
  cell: ({ share }) => ({ style: { '--share': share } as CSSProperties }),
};

/** Orders by growth; the sort is stable, and rows of unknown growth are last. */
const byGrowth = <Row extends RankRow>(rows: readonly Row[]): readonly Row[] =>
  rows.toSorted((one, other) => (other.growth?.by ?? -Infinity) - (one.growth?.by ?? -Infinity) || 0);
