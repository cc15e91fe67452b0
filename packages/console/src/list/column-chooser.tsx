import { Popover } from '../ui/popover';
import styles from './column-chooser.module.css';
import { USUAL_LAYOUT, moved, toggled } from './column-layout';
import { setColumns, useColumns } from './column-settings';
import { COLUMN_IDS, type ColumnId, columnOf } from './columns';

/** Menu of the shown columns and their order, stored in this browser. Absent when rows are cards. */
export function ColumnChooser() {
  const { layout, shown, isCards } = useColumns();
  const hidden = COLUMN_IDS.filter((id) => !shown.includes(id));
  const change = (to: readonly ColumnId[]): void => setColumns({ ...layout, shown: to });
  // Cards have fixed parts.
  if (isCards) return null;
  return (
    <Popover title="Columns" button="Columns">
      {() => (
        <div className={styles.panel}>
          <ol className={styles.list} aria-label="Columns that are shown">
            {shown.map((id, n) => (
              <li key={id}>
                <Box id={id} isShown onToggle={() => change(toggled(shown, id))} />
                <Mover title={columnOf(id).title} by={-1} isOff={n === 0} onMove={() => change(moved(shown, id, -1))} />
                <Mover
                  title={columnOf(id).title}
                  by={1}
                  isOff={n === shown.length - 1}
                  onMove={() => change(moved(shown, id, 1))}
                />
              </li>
            ))}
          </ol>
          <ul className={styles.list} aria-label="Columns that are not shown">
            {hidden.map((id) => (
              <li key={id}>
                <Box id={id} isShown={false} onToggle={() => change(toggled(shown, id))} />
              </li>
            ))}
          </ul>
          <p className={styles.foot}>
            <button type="button" onClick={() => setColumns(USUAL_LAYOUT)}>
              Reset columns
            </button>
          </p>
        </div>
      )}
    </Popover>
  );
}

interface BoxProps {
  readonly id: ColumnId;
  readonly isShown: boolean;
  readonly onToggle: () => void;
}

const Box = ({ id, isShown, onToggle }: BoxProps) => (
  <label className={`${styles.box} line`}>
    <input type="checkbox" checked={isShown} onChange={onToggle} /> {columnOf(id).title}
  </label>
);

interface MoverProps {
  readonly title: string;
  readonly by: -1 | 1;
  readonly isOff: boolean;
  readonly onMove: () => void;
}

const Mover = ({ title, by, isOff, onMove }: MoverProps) => (
  <button
    type="button"
    className={styles.mover}
    disabled={isOff}
    aria-label={`Move ${title} to the ${by < 0 ? 'left' : 'right'}`}
    onClick={onMove}
  >
    {by < 0 ? '↑' : '↓'}
  </button>
);
