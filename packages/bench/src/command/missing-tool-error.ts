/** The machine lacks a program that a command needs. The message is for the user: it names what to install. */
export class LackingError extends Error {
  override readonly name = 'LackingError';
}
