import type { ReactNode } from 'react';
import type { CoreObservation } from '../api/types';
import type { DetailTab } from '../url/detail-address';

/** Observation that is shown, and its trace. */
export interface DetailProps {
  readonly observation: CoreObservation;
  /** All observations of the trace: earlier model calls are found among them. */
  readonly observations: readonly CoreObservation[];
  /** Start of the trace, as a time of `Date`. */
  readonly traceStart: number;
  /** Additional remarks. */
  readonly note?: ReactNode;
  readonly tab: DetailTab;
  readonly onTab: (tab: DetailTab) => void;
  /** Selects another observation of the trace. */
  readonly onSelect: (id: string) => void;
}
