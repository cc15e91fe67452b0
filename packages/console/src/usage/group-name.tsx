import type { TraceGroup } from '../api/types';
import { COLUMN_WORDS } from '../list/filter-words';
import type { Filter } from '../url/filters';
import { Link } from '../url/link';
import type { TopField } from './group-fields';

interface GroupNameProps {
  readonly field: TopField;
  readonly value: TraceGroup['value'];
  readonly onFilter: (filter: Filter) => void;
}

/** Value of a group as a button that adds it as a filter; a session is a link to its page. */
export function GroupName({ field, value, onFilter }: GroupNameProps) {
  const word = COLUMN_WORDS[field];
  // The API cannot filter by an empty value.
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
    <button type="button" data-value="link" title={`Only with this ${word}: ${text}`} onClick={() => onFilter(filter)}>
      <bdi>{text}</bdi>
    </button>
  );
}
