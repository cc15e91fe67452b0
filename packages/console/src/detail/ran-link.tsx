import { createContext, useContext } from 'react';
import type { CoreObservation } from '../api/types';
import type { Call } from '../conversation/model';
import { duration } from '../format/numbers';
import styles from './ran-link.module.css';

/** Which observations of the trace ran the calls of a conversation. */
export interface Ran {
  readonly byCall: ReadonlyMap<Call, CoreObservation>;
  /** When the trace began, as a time of `Date`. */
  readonly traceStart: number;
  readonly onSelect: (id: string) => void;
}

const NOBODY: Ran = { byCall: new Map(), traceStart: 0, onSelect: () => undefined };

/** For the conversation of an observation; conversations elsewhere have no links. */
export const RanContext = createContext(NOBODY);

/** From a call of a tool to the observation that ran it; nothing where none is known. */
export function RanLink({ call }: { readonly call: Call }) {
  const { byCall, traceStart, onSelect } = useContext(RanContext);
  const ran = byCall.get(call);
  if (ran === undefined) return null;
  return (
    <button
      type="button"
      className={styles.link}
      title="Open the observation that ran it, by its name and the order of calls"
      onClick={() => onSelect(ran.id)}
    >
      ran at +{duration(Math.max(0, Date.parse(ran.startTime) - traceStart))}
      {ran.level === 'ERROR' && <span className={styles.error}> ! error</span>}
    </button>
  );
}
