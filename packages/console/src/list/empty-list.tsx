import { useQuery } from '@tanstack/react-query';
import { read } from '../api/client';
import { count } from '../format/numbers';
import { Link } from '../url/link';
import { operatorOf } from '../url/filters';
import { DEFAULT_LIST, type TracesAddress } from '../url/list-address';
import { rangeLabel } from '../ui/range-label';
import { steadyNow } from '../url/time-bounds';
import { ALL_TIME } from '../url/time-range';
import { searchedWords, sentenceOf } from './filter-words';
import styles from './trace-list.module.css';
import { groupsOf, selectionOf } from './selection';

/** Most links of an empty list, each of which costs one request. */
const MAX_LINKS = 6;

interface Way {
  readonly title: string;
  readonly to: TracesAddress;
}

/** Notice that the list is empty, with its filters, and the number of traces without each of them. */
export function Nothing({ address }: { readonly address: TracesAddress }) {
  const ways = waysOut(address);
  return (
    <div className={`${styles.nothing} empty`}>
      <p role="status">{sentence(address)}</p>
      {address.search !== '' && address.page_ === 1 && (
        <p>
          Searched: {searchedWords(address.searchIn)}.{address.searchIn.length > 0 && ' Other texts are not searched.'}
        </p>
      )}
      {ways.length > 0 && (
        <ul className={styles.ways}>
          {ways.slice(0, MAX_LINKS).map((way) => (
            <WayOut key={way.title} way={way} />
          ))}
        </ul>
      )}
    </div>
  );
}

function sentence({ range, filters, search, page_ }: TracesAddress): string {
  if (page_ > 1) return 'This page does not exist any more.';
  const time = range === ALL_TIME ? 'at any time' : `in this time (${rangeLabel(range)})`;
  const text = search === '' ? '' : ` that has “${search}”`;
  if (filters.length === 0) return `No trace${text} ${time}.`;
  const all = groupsOf(filters).map(({ name, operator, values }) => sentenceOf(name, operator, values));
  return `No trace${text} ${time} where ${all.join(', and ')}.`;
}

/** Returns addresses that may have traces: without one filter, without the search, at any time, without filters; or the first page. */
function waysOut(address: TracesAddress): readonly Way[] {
  const { range, filters, search, searchIn, page_ } = address;
  if (page_ > 1) return [{ title: 'The first page', to: { ...address, page_: 1 } }];
  const groups = groupsOf(filters);
  return [
    ...groups.map(({ name, operator, values }) => ({
      title: `Remove filter: ${sentenceOf(name, operator, values)}`,
      to: { ...address, filters: filters.filter((each) => each.name !== name || operatorOf(each) !== operator) },
    })),
    ...(searchIn.length === 0 ? [] : [{ title: 'Search all texts', to: { ...address, searchIn: [] } }]),
    ...(search === '' ? [] : [{ title: 'Clear search', to: { ...address, search: '', searchIn: [] } }]),
    ...(range === ALL_TIME ? [] : [{ title: 'At any time', to: { ...address, range: ALL_TIME } }]),
    ...(groups.length > 1 ? [{ title: 'Clear filters', to: { ...address, filters: DEFAULT_LIST.filters } }] : []),
  ];
}

/** Link to such an address, and its number of traces. */
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
