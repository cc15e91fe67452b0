import { readWord, withQuery } from './query';

/** The ways to send that the page of the first trace shows, as the address names them. */
export const WAYS = ['curl', 'node', 'python', 'langfuse'] as const;
export type Way = (typeof WAYS)[number];

/** The page that tells how to send traces. */
export interface StartAddress {
  readonly page: 'start';
  readonly way: Way;
}

export const DEFAULT_START: StartAddress = { page: 'start', way: 'curl' };

export const readStart = (parameters: URLSearchParams): StartAddress => ({
  page: 'start',
  way: readWord(parameters.get('with'), WAYS),
});

/** The reverse of `readStart`: path and query. */
export const writeStart = ({ way }: StartAddress, query = withQuery): string =>
  query('start', [['with', way, DEFAULT_START.way]]);
