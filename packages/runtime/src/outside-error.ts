/**
 * Something outside of the program has failed, and the process cannot go on without it. The message says what the
 * operator can do; where in the program it was met says nothing.
 */
export class OutsideError extends Error {
  override readonly name = 'OutsideError';
}
