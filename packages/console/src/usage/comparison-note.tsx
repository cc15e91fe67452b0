import { reasonOf } from '../ui/reasons';
import { type Days, dayTitle } from './days';

interface ComparedProps {
  readonly earlier: Days;
  /** Whether the last day is compared up to the current time of day only. */
  readonly isPartial: boolean;
  /** Error of the read of the earlier days. */
  readonly error: Error | null;
}

/** Note with the days that growth is measured from. */
export function Compared({ earlier: { from, to }, isPartial, error }: ComparedProps) {
  const days = to === from ? dayTitle(from) : `${dayTitle(from)} to ${dayTitle(to)}`;
  if (error !== null) {
    return (
      <p role="status">
        Not compared with {days}: {reasonOf(error).title}
      </p>
    );
  }
  return (
    <p>
      Compared with {days}
      {isPartial && ', up to the same time of day'}.
    </p>
  );
}
