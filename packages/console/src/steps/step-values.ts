import { read } from '../api/client';
import { type FoundValues, type ValuesQuestion, readTraceValues } from '../list/trace-values';
import { type FilterName, columnOf, keyOf } from '../url/filters';
import { selectionOfSteps } from './step-call';
import { COLUMN_OF } from './step-group';

/** Columns whose values are those of traces, by their names there. */
const OF_TRACES: Readonly<Partial<Record<FilterName, FilterName>>> = {
  ...{ sessionId: 'sessionId', environment: 'environment', tags: 'tags', traceName: 'name' },
};

/** Reads values of steps: those of groups, the most frequent first; values of traces without regard to other filters. */
export async function readStepValues(question: ValuesQuestion, signal: AbortSignal): Promise<FoundValues> {
  const { name, prefix, range, filters, limit } = question;
  if (columnOf(name) === 'metadata') return readMetadata(question, signal);
  const ofTraces = OF_TRACES[name];
  if (ofTraces !== undefined) return readTraceValues({ ...question, name: ofTraces, filters: [] }, signal);
  const by = Object.entries(COLUMN_OF).find(([, column]) => column === name)?.[0];
  if (by === undefined) return { values: [], isTruncated: false };
  const started = prefix === '' ? [] : [{ name, operator: 'starts' as const, value: prefix }];
  const query = { by, limit, ...selectionOfSteps(range, [...filters, ...started]) };
  const { data, meta } = await read('/api/public/observations/groups', { query, signal });
  return { values: [...new Set(data.map(({ value }) => value))], isTruncated: meta.totalItems > data.length };
}

/** Number of steps whose metadata are read for completion. */
const SAMPLED = 50;

/** Reads the names of members of metadata, or the values of one, that the newest steps have; those that are objects or lists are left out. */
async function readMetadata({ name, range, filters }: ValuesQuestion, signal: AbortSignal): Promise<FoundValues> {
  const key = keyOf(name);
  const query = { ...selectionOfSteps(range, filters), fields: 'core,metadata', limit: SAMPLED };
  const { data } = await read('/api/public/v2/observations', { query, signal });
  const members = data.flatMap(({ metadata }) => Object.entries(metadata ?? {})).filter(([, value]) => isPlain(value));
  const values =
    key === undefined
      ? members.map(([member]) => member)
      : members.flatMap(([member, value]) =>
          member === key ? [typeof value === 'string' ? value : JSON.stringify(value)] : [],
        );
  return { values: [...new Set(values)].sort(), isTruncated: true };
}

const isPlain = (value: unknown): boolean => value !== null && typeof value !== 'object';
