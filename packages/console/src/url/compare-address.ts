import type { QueryPart } from './query';

/** Comparison of two traces. */
export interface CompareAddress {
  readonly page: 'compare';
  /** Ids of the traces; absent until chosen. */
  readonly left?: string | undefined;
  readonly right?: string | undefined;
  /** Selected observation of either trace. */
  readonly observation?: string | undefined;
  /** Steps to show; absent for all. */
  readonly show?: ShownSteps | undefined;
}

declare module './address' {
  interface Addresses {
    readonly compare: CompareAddress;
  }
}

/** Steps that differ, steps that failed, and steps with the largest difference of time or cost. */
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

export const writeCompare = ({ left, right, observation, show }: CompareAddress): readonly QueryPart[] => [
  ['left', left],
  ['right', right],
  ['obs', observation],
  ['show', show],
];
