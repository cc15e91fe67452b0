import { addressForm, word } from './address-form';
import { NO_PARAMETERS } from './query';

/** Ways to send the first trace, as in the address. */
export const WAYS = ['curl', 'node', 'python', 'langfuse'] as const;
export type Way = (typeof WAYS)[number];

/** Address of the page with instructions to send traces. */
export interface StartAddress {
  readonly page: 'start';
  readonly way: Way;
}

declare module './address' {
  interface Addresses {
    readonly start: StartAddress;
  }
}

export const START = addressForm<StartAddress>('start', { way: word('with', WAYS) });

export const DEFAULT_START = START.read(NO_PARAMETERS);
