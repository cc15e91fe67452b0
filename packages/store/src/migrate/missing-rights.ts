/** Error: the migrating user lacks rights. The message names the user and the rights; the statements are for a user that has the rights. */
export class MissingRightsError extends Error {
  override readonly name = 'MissingRightsError';
  /** SQL for an administrator, each with its semicolon; holds no secret. */
  readonly statements: readonly string[];

  constructor(message: string, statements: readonly string[]) {
    super(message);
    this.statements = statements;
  }
}
