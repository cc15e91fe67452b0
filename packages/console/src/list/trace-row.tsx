import { memo } from 'react';
import type { ListedTrace } from '../api/types';
import { Cell } from './cell';
import { type ColumnId, columnOf } from './columns';

interface TraceRowProps {
  readonly trace: ListedTrace;
  readonly shown: readonly ColumnId[];
  /** Whether the keys act on this row. */
  readonly isActive: boolean;
  /** Whether the trace arrived while the list was open. */
  readonly isNew: boolean;
  /** See `Cell`. */
  readonly list: string;
  readonly sought: string;
}

/** Trace of the list. */
export const TraceRow = memo(function TraceRow({ trace, shown, isActive, isNew, list, sought }: TraceRowProps) {
  return (
    <tr data-id={trace.id} data-active={isActive} data-new={isNew}>
      {shown.map((id) => (
        <td key={id} data-column={id} data-number={columnOf(id).isNumber}>
          <Cell id={id} trace={trace} isActive={isActive} list={list} sought={sought} />
        </td>
      ))}
    </tr>
  );
});
