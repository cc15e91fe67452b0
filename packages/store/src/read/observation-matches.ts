import { START } from '../observation-values';
import { type Values, addTime } from './database';
import { observationConditions } from './observation-conditions';
import type { ObservationListQuery } from './observation-list';
import { type ProjectQueries, isVisible } from './project';
import type { CandidateTrace } from './trace-index';

/** Selection of observations: a window of their start, and conditions. */
type Selection = Pick<ObservationListQuery, 'from' | 'before' | 'conditions'>;

/** Parts of `matches` beside the selection. */
interface MatchesOptions {
  /** SQL: columns of the observation in addition to id and start. */
  readonly columns?: readonly string[];
  /** SQL: further conditions on the observation. */
  readonly own?: readonly string[];
  /** The only traces whose observations are read; absent: all. */
  readonly only?: readonly CandidateTrace[] | undefined;
}

/** SQL, after `from`: the matches as a trace `t` and its observation `o (id, start)`. The trace of a match has a start in the window. */
export function matches(
  { project }: ProjectQueries,
  { from, before, conditions }: Selection,
  values: Values,
  { columns = [], own: further = [], only }: MatchesOptions = {},
): string {
  const { ofTrace, own } = observationConditions(project, conditions, values);
  const inWindow = (first: string, last: string): string[] => [
    ...(from === undefined ? [] : [`${last} >= ${addTime(values, from)}`]),
    ...(before === undefined ? [] : [`${first} < ${addTime(values, before)}`]),
  ];
  const ofObservations = [
    ...(only === undefined ? [] : [betweenParts(only, values)]),
    ...['o.part = t.part', 'o.trace_id = t.id'],
    ...[...inWindow(START, START), ...own, ...further],
  ];
  const selected = ['o.id', `${START} as start`, ...columns].join(', ');
  return `${only === undefined ? 'sluice.traces t' : tracesByKey(only, values)} cross join lateral (
      select ${selected} from sluice.observations o where ${ofObservations.join(' and ')} offset 0
    ) o
    where ${[isVisible(project), ...inWindow('t.min_start', 't.max_end'), ...ofTrace].join(' and ')}`;
}

const tracesByKey = (only: readonly CandidateTrace[], { add }: Values): string => `
  unnest(${add(only.map(({ key }) => key))}::uuid[]) c (key)
    cross join lateral (select t.* from sluice.traces t where t.id = c.key offset 0) t`;

/** SQL condition: a range of parts limits the planned partitions, and costs a look-up less than a list. */
function betweenParts(only: readonly CandidateTrace[], { add }: Values): string {
  const parts = only.map(({ part }) => part);
  const bound = (edge: (a: number, b: number) => number): string =>
    add(parts.reduce((a, b) => edge(a, b), parts[0] ?? 0));
  return `o.part between ${bound(Math.min)} and ${bound(Math.max)}`;
}
