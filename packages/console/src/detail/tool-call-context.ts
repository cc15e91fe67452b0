import { createContext } from 'react';
import type { CoreObservation } from '../api/types';
import type { Message } from '../conversation/model';

/** A conversation and the trace around it: what is needed to find the observations that ran its calls. */
export interface Around {
  readonly observation: CoreObservation;
  readonly observations: readonly CoreObservation[];
  readonly inputMessages: readonly Message[];
  readonly outputMessages: readonly Message[];
}

interface ToolCallContext {
  /** Undefined for a conversation that is shown without its trace. */
  readonly around: Around | undefined;
  /** When the trace began, as a time of `Date`. */
  readonly traceStart: number;
  readonly onSelect: (id: string) => void;
}

export const ToolCalls = createContext<ToolCallContext>({
  around: undefined,
  traceStart: 0,
  onSelect: () => undefined,
});
