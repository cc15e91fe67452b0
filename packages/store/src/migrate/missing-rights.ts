/** Who migrates may not do what is needed. The message names who and what; the statements are for somebody who may. */
export class MissingRightsError extends Error {
  override readonly name = 'MissingRightsError';
  /** SQL for an administrator, each with its semicolon; holds no secret. */
  readonly statements: readonly string[];

  constructor(message: string, statements: readonly string[]) {
    super(message);
    this.statements = statements;
  }
}
