import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read } from '../api/client';
import { type Loop, loopsIn, rowsToAsk, suspects } from './loops';
import { idAt } from './sheet';
import type { TraceData } from './trace-data';
import { type Waste, wasteOf } from './waste';

/** As many observations as the API answers at once. */
const AT_ONCE = 50;

/** What is known of the waste of a trace; its loops when the arguments of tools have come. */
export interface KnownWaste extends Waste {
  readonly loops: readonly Loop[];
}

export function useWaste(trace: TraceData): KnownWaste {
  const waste = useMemo(() => wasteOf(trace), [trace]);
  const groups = useMemo(() => suspects(trace), [trace]);
  const asked = useMemo(() => rowsToAsk(trace, groups).map((row) => idAt(trace.sheet, row)), [trace, groups]);
  const { traceId } = trace.sheet;
  const inputs = useQuery({
    queryKey: ['waste', traceId, asked],
    enabled: asked.length > 0,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const known = new Map<string, unknown>();
      for (let from = 0; from < asked.length; from += AT_ONCE) {
        const ids = asked.slice(from, from + AT_ONCE);
        const { data } = await read('/api/public/observations', { query: { ids, traceId, limit: AT_ONCE }, signal });
        for (const { id, input } of data) known.set(id, input);
      }
      return known;
    },
  });
  const loops = useMemo(
    () => (inputs.data === undefined ? [] : loopsIn(trace, groups, inputs.data)),
    [trace, groups, inputs.data],
  );
  return useMemo(() => ({ ...waste, loops }), [waste, loops]);
}

/** What the tree says of rows: `×3 loop`, `retry 2`. */
export function notesOf({ loops, retries }: KnownWaste): ReadonlyMap<number, string> {
  const notes = new Map<number, string>();
  for (const { rows } of loops) for (const row of rows) notes.set(row, `×${rows.length} loop`);
  for (const { row, attempt } of retries) {
    const known = notes.get(row);
    const retry = `retry ${attempt - 1}`;
    notes.set(row, known === undefined ? retry : `${known}, ${retry}`);
  }
  return notes;
}
