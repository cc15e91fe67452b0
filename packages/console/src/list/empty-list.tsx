import { useQuery } from '@tanstack/react-query';
import { read } from '../api/client';
import { count } from '../format/numbers';
import { Link } from '../url/link';
import { operatorOf } from '../url/filters';
import { DEFAULT_LIST, type TracesPlace } from '../url/list-place';
import { rangeLabel } from '../ui/range-label';
import { ALL_TIME, steadyNow } from '../url/time-range';
import { searchedWords, sentenceOf } from './filter-words';
import styles from './empty-list.module.css';
import { groupsOf, selectionOf } from './selection';

/** Each asks the server once. */
const MOST_WAYS = 6;

interface Way {
  readonly title: string;
  readonly to: TracesPlace;
}

/** That nothing is found, by what, and what there would be without each of them. */
export function Nothing({ place }: { readonly place: TracesPlace }) {
  const ways = waysOut(place);
  return (
    <div className={styles.nothing}>
      <p role="status">{sentence(place)}</p>
      {place.search !== '' && place.page_ === 1 && (
        <p>Searched: {searchedWords(place.searchIn)}. Texts of observations, metadata and tags are not searched.</p>
      )}
      {ways.length > 0 && (
        <ul className={styles.ways}>
          {ways.slice(0, MOST_WAYS).map((way) => (
            <WayOut key={way.title} way={way} />
          ))}
        </ul>
      )}
    </div>
  );
}

function sentence({ range, filters, search, page_ }: TracesPlace): string {
  if (page_ > 1) return 'This page does not exist any more.';
  const time = range === ALL_TIME ? 'at any time' : `in this time (${rangeLabel(range)})`;
  const text = search === '' ? '' : ` that has “${search}”`;
  if (filters.length === 0) return `No trace${text} ${time}.`;
  const all = groupsOf(filters).map(({ name, operator, values }) => sentenceOf(name, operator, values));
  return `No trace${text} ${time} where ${all.join(', and ')}.`;
}

/** The same place without one of what leaves nothing. */
function waysOut(place: TracesPlace): readonly Way[] {
  const { range, filters, search, page_ } = place;
  if (page_ > 1) return [{ title: 'The first page', to: { ...place, page_: 1 } }];
  const groups = groupsOf(filters);
  return [
    ...groups.map(({ name, operator, values }) => ({
      title: `Remove filter: ${sentenceOf(name, operator, values)}`,
      to: { ...place, filters: filters.filter((each) => each.name !== name || operatorOf(each) !== operator) },
    })),
    ...(search === '' ? [] : [{ title: 'Clear search', to: { ...place, search: '', searchIn: [] } }]),
    ...(range === ALL_TIME ? [] : [{ title: 'At any time', to: { ...place, range: ALL_TIME } }]),
    ...(groups.length > 1 ? [{ title: 'Clear filters', to: { ...place, filters: DEFAULT_LIST.filters } }] : []),
  ];
}

/** A way, and how many traces it leads to. */
function WayOut({ way: { title, to } }: { readonly way: Way }) {
  const { data } = useQuery({
    queryKey: ['total', to.range, to.filters],
    queryFn: async ({ signal }) => {
      const selection = selectionOf(to, steadyNow(to.range, Date.now()));
      const { meta } = await read('/api/public/traces', { query: { ...selection, limit: 1, fields: 'core' }, signal });
      return meta.totalItems;
    },
    enabled: to.search === '',
    retry: false,
  });
  return (
    <li>
      <Link to={to}>{title}</Link>
      {data !== undefined && <span>{count(data)}</span>}
    </li>
  );
}
