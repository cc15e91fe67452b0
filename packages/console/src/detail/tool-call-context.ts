import { createContext } from 'react';
import type { CoreObservation } from '../api/types';
import type { Message } from '../conversation/model';

/** Conversation and its trace, in which the observations of its tool calls are found. */
export interface Around {
  readonly observation: CoreObservation;
  readonly observations: readonly CoreObservation[];
  readonly inputMessages: readonly Message[];
  readonly outputMessages: readonly Message[];
}

interface ToolCallContext {
  /** Undefined for a conversation without its trace. */
  readonly around: Around | undefined;
  /** Start of the trace, as a time of `Date`. */
  readonly traceStart: number;
  readonly onSelect: (id: string) => void;
}

export const ToolCalls = createContext<ToolCallContext>({
  around: undefined,
  traceStart: 0,
  onSelect: () => undefined,
});
