import type { Metrics } from '@sluice/runtime';
import type { QueryDependencies } from './routes/parts';

/** Counts lists of traces by their list plan, and searches by their end. */
export function countLists(metrics: Metrics): Pick<QueryDependencies, 'listed' | 'searched'> {
  const lists = metrics.counter({
    name: 'sluice_query_lists_total',
    help: 'Lists of traces, by how they were read: rows are what reads fall back to',
    labels: ['plan'],
  });
  const searches = metrics.counter({
    name: 'sluice_query_searches_total',
    help: 'Answers that searched for a text, by why they ended: limit (enough was found), all (everything was searched), time',
    labels: ['end'],
  });
  const passed = metrics.counter({
    name: 'sluice_query_searched_traces_total',
    help: 'Traces that searches have passed',
  });
  const read = metrics.counter({
    name: 'sluice_query_searched_bytes_total',
    help: 'Bytes of values that searches have read',
  });
  return {
    listed: (plan) => lists.inc({ plan }),
    searched: ({ end, passed: traces, bytes }) => {
      searches.inc({ end });
      passed.inc(traces);
      read.inc(bytes);
    },
  };
}
