/** The machine lacks something that a command needs. The message is meant for the caller: it names what to install. */
export class LackingError extends Error {
  override readonly name = 'LackingError';
}
