import { StateLine } from '../ui/state-line';
import type { TracePlace } from '../url/trace-place';
import { TraceBody } from './trace-body';
import { useTrace } from './use-trace';

/** A trace: its tree and waterfall, and the observation that is selected. */
export function TracePage({ place }: { readonly place: TracePlace }) {
  const trace = useTrace(place.id);
  if (trace.data !== undefined)
    return <TraceBody trace={trace.data} place={place} refresh={() => void trace.refetch()} problem={trace.error} />;
  return trace.error === null ? null : <StateLine error={trace.error} what="trace" again={() => trace.refetch()} />;
}
