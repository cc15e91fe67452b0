import { type QueryPart, readWord } from './query';

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

export const DEFAULT_START: StartAddress = { page: 'start', way: 'curl' };

export const readStart = (parameters: URLSearchParams): StartAddress => ({
  page: 'start',
  way: readWord(parameters.get('with'), WAYS),
});

/** Writes parameters of the address: the reverse of `readStart`. */
export const writeStart = ({ way }: StartAddress): readonly QueryPart[] => [['with', way, DEFAULT_START.way]];
