import { read } from '../api/client';
import { type Filtered, type FoundValues, type ValuesQuestion, readTraceValues } from '../list/filtered';
import { type FilterName, STEP_COLUMNS } from '../url/filters';
import type { GroupsAddress } from '../url/steps-address';
import { selectionOfSteps } from './step-call';
import { COLUMN_OF } from './step-group';

/** Filters of a page of steps. */
export const filteredSteps = (
  { range, filters }: Pick<GroupsAddress, 'range' | 'filters'>,
  onFilters: Filtered['onFilters'],
): Filtered => ({ ...{ columns: STEP_COLUMNS, range, filters }, onFilters, readValues: readStepValues });

/** Columns whose values are those of traces, by their names there. */
const OF_TRACES: Readonly<Partial<Record<FilterName, FilterName>>> = {
  ...{ sessionId: 'sessionId', environment: 'environment', tags: 'tags', traceName: 'name' },
};

/** Reads values of steps: those of groups, the most frequent first; values of traces without regard to other filters. */
async function readStepValues(question: ValuesQuestion, signal: AbortSignal): Promise<FoundValues> {
  const { name, prefix, range, filters, limit } = question;
  const ofTraces = OF_TRACES[name];
  if (ofTraces !== undefined) return readTraceValues({ ...question, name: ofTraces, filters: [] }, signal);
  const by = Object.entries(COLUMN_OF).find(([, column]) => column === name)?.[0];
  if (by === undefined) return { values: [], isTruncated: false };
  const started = prefix === '' ? [] : [{ name, operator: 'starts' as const, value: prefix }];
  const query = { by, limit, ...selectionOfSteps(range, [...filters, ...started]) };
  const { data, meta } = await read('/api/public/observations/groups', { query, signal });
  return { values: [...new Set(data.map(({ value }) => value))], isTruncated: meta.totalItems > data.length };
}
