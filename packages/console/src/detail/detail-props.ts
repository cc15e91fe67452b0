import type { ReactNode } from 'react';
import type { CoreObservation } from '../api/types';
import type { DetailTab } from '../url/detail-address';

/** An observation that is shown, with what it is part of. */
export interface DetailProps {
  readonly observation: CoreObservation;
  /** All of its trace: what a model was told before is found among them. */
  readonly observations: readonly CoreObservation[];
  /** When the trace began, as a time of `Date`. */
  readonly traceStart: number;
  /** What else is to be said of it. */
  readonly note?: ReactNode;
  readonly tab: DetailTab;
  readonly onTab: (tab: DetailTab) => void;
  /** Goes to another observation of the trace. */
  readonly onSelect: (id: string) => void;
}
