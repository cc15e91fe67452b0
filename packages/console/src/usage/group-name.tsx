import type { TraceGroup } from '../api/types';
import { COLUMN_WORDS } from '../list/filter-words';
import type { Filter, FilterName } from '../url/filters';
import { Link } from '../url/link';

interface GroupNameProps {
  readonly field: FilterName;
  readonly value: TraceGroup['value'];
  readonly onFilter: (filter: Filter) => void;
}

/** What a group has in common, as a button that makes it a filter; a session opens. */
export function GroupName({ field, value, onFilter }: GroupNameProps) {
  const word = COLUMN_WORDS[field];
  // An empty value is none that can be asked for.
  if (value === '') return <>(empty)</>;
  if (value !== null && field === 'sessionId') {
    return (
      <Link to={{ page: 'session', id: value, page_: 1 }}>
        <bdi title={value}>{value}</bdi>
      </Link>
    );
  }
  const text = value ?? `no ${word}`;
  const filter: Filter = value === null ? { name: field, value: '', operator: 'absent' } : { name: field, value };
  return (
    <button type="button" title={`Only with this ${word}: ${text}`} onClick={() => onFilter(filter)}>
      <bdi>{text}</bdi>
    </button>
  );
}
