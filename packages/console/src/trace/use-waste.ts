import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read } from '../api/client';
import type { KnownWaste } from './loops';
import type { ReadTrace } from './read-trace';

/** Loads the code that computes and shows waste. */
export const loadWaste = () => import('./waste-chunk');

/** Most observations that the API returns in one request. */
const AT_ONCE = 50;

const NONE: readonly never[] = [];

/** @returns undefined until it is known, and for a trace without failures or repetitions */
export function useWaste(trace: ReadTrace): KnownWaste | undefined {
  const queries = useQueryClient();
  const { traceId, count } = trace.columns;
  const options = { staleTime: Infinity, gcTime: 30_000, structuralSharing: false, placeholderData: keepPreviousData };
  const { data: found } = useQuery({
    ...options,
    queryKey: ['waste', traceId, trace.tag, count],
    enabled: canHaveWaste(trace),
    queryFn: async () => (await loadWaste()).findWaste(trace),
  });
  const inputIds = found?.inputIds ?? NONE;
  const { data: loops = NONE } = useQuery({
    ...options,
    queryKey: ['loops', traceId, trace.tag, count, inputIds],
    enabled: inputIds.length > 0,
    queryFn: async () => {
      // Inputs that were read are not requested again while the trace grows.
      const inputs = await queries.query({
        queryKey: ['tool inputs', traceId, inputIds],
        staleTime: Infinity,
        queryFn: ({ signal }) => readInputs(traceId, inputIds, signal),
      });
      return (await loadWaste()).loopsIn(trace, found?.groups ?? [], inputs);
    },
  });
  return useMemo(() => found && { ...found, loops }, [found, loops]);
}

/** Skips the computation for a trace that can have neither failures nor repetitions. */
function canHaveWaste({ head, columns }: ReadTrace): boolean {
  const { of, texts } = columns.words.type;
  const often = (type: string, least: number): boolean => {
    const index = texts.indexOf(type);
    return index >= 0 && of.reduce((sum, each) => sum + (each === index ? 1 : 0), 0) >= least;
  };
  return (head.errorCount ?? 0) > 0 || often('GENERATION', 2) || often('TOOL', 3);
}

async function readInputs(traceId: string, inputIds: readonly string[], signal: AbortSignal) {
  const known = new Map<string, unknown>();
  for (let from = 0; from < inputIds.length; from += AT_ONCE) {
    const ids = inputIds.slice(from, from + AT_ONCE);
    const { data } = await read('/api/public/observations', { query: { ids, traceId, limit: AT_ONCE }, signal });
    for (const { id, input } of data) known.set(id, input);
  }
  return known;
}

/** Returns the remarks of the tree by row: `×3 loop`, `retry 2`. */
export function notesOf(waste: KnownWaste | undefined): ReadonlyMap<number, string> {
  const notes = new Map<number, string>();
  if (waste === undefined) return notes;
  for (const { rows } of waste.loops) for (const row of rows) notes.set(row, `×${rows.length} loop`);
  for (const { row, attempt } of waste.retries) {
    const known = notes.get(row);
    const retry = `retry ${attempt - 1}`;
    notes.set(row, known === undefined ? retry : `${known}, ${retry}`);
  }
  return notes;
}
