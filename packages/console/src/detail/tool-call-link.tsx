import { useContext } from 'react';
import type { CoreObservation } from '../api/types';
import type { Call } from '../conversation/model';
import { duration } from '../format/numbers';
import { modelBefore, toolCalls } from './tool-calls';
import { type Around, ToolCalls } from './tool-call-context';
import styles from './tool-call-link.module.css';

const known = new WeakMap<Around, ReadonlyMap<Call, CoreObservation>>();

/** Finds the observations of all calls of a conversation; cached by conversation. */
function callsOf(around: Around): ReadonlyMap<Call, CoreObservation> {
  const { observation, observations, inputMessages, outputMessages } = around;
  const found = known.get(around) ?? toolCalls(observations, observation.id, inputMessages, outputMessages);
  known.set(around, found);
  return found;
}

/** Link from a tool call to the observation that ran it; nothing if none is known. */
export function ToolCallLink({ call }: { readonly call: Call }) {
  const { around, traceStart, onSelect } = useContext(ToolCalls);
  const ran = around && callsOf(around).get(call);
  if (ran === undefined) return null;
  return (
    <button
      type="button"
      className={`${styles.link} link`}
      title="Open the observation that ran it, by its name and the order of calls"
      onClick={() => onSelect(ran.id)}
    >
      ran at +{duration(Math.max(0, Date.parse(ran.startTime) - traceStart))}
      {ran.level === 'ERROR' && <span className="failed"> ! error</span>}
    </button>
  );
}

/** Link from a tool observation to the model call before it. */
export function ModelLink() {
  const { around, traceStart, onSelect } = useContext(ToolCalls);
  const before = around && modelBefore(around.observations, around.observation.id);
  if (before === undefined) return null;
  return (
    <p className={`${styles.before} secondary`}>
      after the model call{' '}
      <button type="button" className={`${styles.link} link`} onClick={() => onSelect(before.id)}>
        <bdi>{before.name ?? 'unnamed'}</bdi> +{duration(Math.max(0, Date.parse(before.startTime) - traceStart))}
      </button>
    </p>
  );
}
