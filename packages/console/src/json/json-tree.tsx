import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { JsonRow } from './json-row';
import { JsonSearch } from './json-search';
import type { JsonTreeProps } from './json-text';
import styles from './json-tree.module.css';
import { JsonValue } from './json-value';
import { type Row, canOpen, openedAt, positionOf, rowAt } from './outline';
import { useOutline } from './use-outline';
import { useScrolledRows } from './use-scrolled-rows';

const ROW = 20;
/** Pixels that the search above and the value below cover. */
const COVERED = [40, 160] as const;

/**
 * JSON as a tree over its text. A closed value costs nothing at any length, and digits stay as sent. The tree has its full height; an
 * element around it scrolls and has the attribute `data-scrolls`.
 */
export function JsonTree({ text, values }: JsonTreeProps) {
  const id = useId();
  const { root, version, toggle, show } = useOutline(text, values);
  const [selected, setSelected] = useState<Row>();
  const [match, setMatch] = useState<Row>();
  const rows = root.rows;
  const { box, height, first, last, topOf, reveal } = useScrolledRows(rows, ROW, COVERED);
  const present = selected === undefined ? -1 : positionOf(selected.branch, selected.index);

  const select = (row: Row | undefined): void => {
    if (row === undefined) return;
    setSelected(row);
    reveal(positionOf(row.branch, row.index));
  };
  const change = (row: Row): void => {
    toggle(row);
    // A selected row below a closed row is no longer shown.
    setSelected(row);
  };
  const move = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isOpen = selected !== undefined && openedAt(selected) !== undefined;
    const canBeOpen = selected !== undefined && canOpen(selected);
    const parent = selected?.branch.parent;
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => select(rowAt(root, Math.min(rows - 1, present + 1))),
      ArrowUp: () => select(rowAt(root, Math.max(0, present - 1))),
      Home: () => select(rowAt(root, 0)),
      End: () => select(rowAt(root, rows - 1)),
      PageDown: () => select(rowAt(root, Math.min(rows - 1, present + 20))),
      PageUp: () => select(rowAt(root, Math.max(0, present - 20))),
      ArrowRight: () =>
        canBeOpen && !isOpen ? change(selected) : select(rowAt(root, Math.min(rows - 1, present + 1))),
      ArrowLeft: () => {
        if (isOpen) change(selected);
        else if (selected !== undefined && parent !== undefined) {
          select({ branch: parent, index: selected.branch.childIndex, depth: selected.depth - 1 });
        }
      },
      Enter: () => canBeOpen && change(selected),
    };
    const chosen = moves[event.key];
    if (chosen === undefined) return;
    event.preventDefault();
    chosen();
  };

  const range = useMemo(
    () => ({ from: Math.min(...values.map(({ start }) => start)), to: Math.max(...values.map(({ end }) => end)) }),
    [values],
  );
  if (values.length === 0) return <p className="secondary">Nothing was sent.</p>;
  return (
    <div className={styles.all}>
      <JsonSearch
        text={text}
        values={values}
        from={range.from}
        to={range.to}
        onShow={(offset) => {
          const row = show(offset);
          setMatch(row);
          // The row has a position only after its ancestors are open.
          if (row !== undefined) requestAnimationFrame(() => select(row));
        }}
      />
      <div
        ref={box}
        role="tree"
        aria-label="JSON"
        tabIndex={0}
        className={styles.tree}
        style={{ height }}
        data-version={version}
        aria-activedescendant={present < first || present >= last ? undefined : `${id}-${present}`}
        onKeyDown={move}
      >
        {Array.from({ length: Math.max(0, last - first) }, (_, n) => {
          const position = first + n;
          const row = rowAt(root, position);
          if (row === undefined) return null;
          return (
            <JsonRow
              key={position}
              id={`${id}-${position}`}
              row={row}
              top={topOf(position)}
              isOpen={openedAt(row) !== undefined}
              isSelected={position === present}
              isMatch={match?.branch === row.branch && match.index === row.index}
              onSelect={setSelected}
              onToggle={change}
            />
          );
        })}
      </div>
      {selected !== undefined && <JsonValue key={present} row={selected} />}
    </div>
  );
}
