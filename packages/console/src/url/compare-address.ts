import { addressForm, member, text } from './address-form';

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

export const COMPARE = addressForm<CompareAddress>('compare', {
  left: text('left'),
  right: text('right'),
  observation: text('obs'),
  show: member('show', (given) => SHOWN_STEPS.find((each) => each === given)),
});
