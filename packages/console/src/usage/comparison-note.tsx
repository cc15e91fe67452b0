import { reasonOf } from '../ui/reasons';
import { type Days, dayTitle } from './days';

interface ComparedProps {
  readonly earlier: Days;
  /** Whether the last day is compared as far as today has come. */
  readonly isPartial: boolean;
  /** Why the earlier days could not be read. */
  readonly error: Error | null;
}

/** What changes are from. */
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
