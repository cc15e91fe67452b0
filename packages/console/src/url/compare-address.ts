import { withQuery } from './query';

/** Two traces beside each other. */
export interface CompareAddress {
  readonly page: 'compare';
  /** Ids of traces; what is not chosen yet is absent. */
  readonly left?: string | undefined;
  readonly right?: string | undefined;
  /** The observation of either trace that is looked at. */
  readonly observation?: string | undefined;
  /** Which steps are shown; absent: all. */
  readonly show?: ShownSteps | undefined;
}

/** Those that differ, that failed, and those that make most of a difference, the largest first. */
export const SHOWN_STEPS = ['changes', 'errors', 'time', 'cost'] as const;
export type ShownSteps = (typeof SHOWN_STEPS)[number];

export function readCompare(parameters: URLSearchParams): CompareAddress {
  const given = (name: string): string | undefined => {
    const value = parameters.get(name);
    return value === null || value === '' ? undefined : value;
  };
  return {
    page: 'compare',
    left: given('left'),
    right: given('right'),
    observation: given('obs'),
    show: SHOWN_STEPS.find((each) => each === parameters.get('show')),
  };
}

export function writeCompare({ left, right, observation, show }: CompareAddress, query = withQuery): string {
  return query('compare', [
    ['left', left],
    ['right', right],
    ['obs', observation],
    ['show', show],
  ]);
}
