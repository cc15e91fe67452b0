import { readStepValues } from '../steps/step-values';
import { type Columns, type Filter, TRACE_COLUMNS } from '../url/filters';
import type { TracesAddress } from '../url/list-address';
import { navigate } from '../url/navigate';
import { filtersOfSteps, prefixOf, unprefixed } from './step-filters';
import { type FoundValues, type ValuesQuestion, readTraceValues } from './trace-values';

/** Filters of a page, which their chips and forms show and change. */
export interface Filtered {
  readonly columns: Columns;
  readonly filters: readonly Filter[];
  /** Range of time, as in `TracesAddress`. */
  readonly range: string;
  readonly onFilters: (filters: readonly Filter[]) => void;
  /** Reads stored values of a column that other filters select. */
  readonly readValues: (question: ValuesQuestion, signal: AbortSignal) => Promise<FoundValues>;
}

/** Filters of a list of traces. */
export const filteredTraces = (address: TracesAddress): Filtered => ({
  ...{ columns: TRACE_COLUMNS, filters: address.filters, range: address.range },
  onFilters: (filters) => navigate({ ...address, filters, page_: 1 }),
  readValues: readValuesOfTraces,
});

/** Reads values of traces, or of the steps that fulfil the filters by steps. */
function readValuesOfTraces(question: ValuesQuestion, signal: AbortSignal): Promise<FoundValues> {
  const { name, filters } = question;
  if (prefixOf(name) === undefined) return readTraceValues(question, signal);
  return readStepValues({ ...question, name: unprefixed(name), filters: filtersOfSteps(filters, 'step.') }, signal);
}
