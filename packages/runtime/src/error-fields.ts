/** Loggable fields of an error. */
export interface ErrorFields {
  readonly type: string;
  readonly message: string;
  readonly code?: string | number;
  /** Names, not values, that Postgres reports with an error. */
  readonly table?: string;
  readonly constraint?: string;
  readonly stack?: string;
  readonly cause?: ErrorFields;
  /** First errors of an AggregateError, at most `MAX_ERRORS`. */
  readonly errors?: readonly ErrorFields[];
}

const MAX_ERRORS = 5;
const DEEPEST_CAUSE = 5;

/**
 * Loggable fields of anything thrown: a closed list, because database errors contain user data in the others (`detail`, `where`,
 * `parameters`, `query`), and the message without the values that it quotes.
 */
export function errorFields(thrown: unknown, depth = 0): ErrorFields {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: 'something that is not an Error was thrown' };
  const message = withoutValues(thrown);
  return {
    type: thrown.name,
    message,
    ...pick(thrown, 'code'),
    ...pick(thrown, 'table'),
    ...pick(thrown, 'constraint'),
    ...(thrown.stack !== undefined && { stack: stackFrames(thrown.stack, message) }),
    ...(thrown.cause !== undefined && depth < DEEPEST_CAUSE && { cause: errorFields(thrown.cause, depth + 1) }),
    ...(thrown instanceof AggregateError &&
      depth < DEEPEST_CAUSE && {
        errors: thrown.errors.slice(0, MAX_ERRORS).map((error) => errorFields(error, depth + 1)),
      }),
  };
}

/** Short form of the same: the failure of the network or the database, without the stack of this program. */
export function causeFields(thrown: unknown): Pick<ErrorFields, 'message' | 'code'> {
  const { code } = errorFields(thrown);
  return { message: messageOf(thrown), ...(code !== undefined && { code }) };
}

/** Message of anything thrown, without values that it quotes. */
export function messageOf(thrown: unknown): string {
  const { message, errors = [] } = errorFields(thrown);
  // Node leaves the message of an AggregateError empty when no address of a name could be reached.
  return message === '' ? errors.map((each) => each.message).join('; ') : message;
}

function pick(error: Error, key: 'code' | 'table' | 'constraint'): Record<string, string | number> {
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' || typeof value === 'number' ? { [key]: value } : {};
}

/** SQLSTATE class 22 (data exception) ends its message with the value; drizzle's message contains the statement's parameters. */
function withoutValues(error: Error): string {
  const [statement = ''] = error.message.split('\nparams: ', 1);
  const code: unknown = Reflect.get(error, 'code');
  const quotesValue = typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code);
  return quotesValue ? statement.replace(/"[^]*"/, '(value not shown)') : statement;
}

/** Stack whose first lines, the original message, are replaced; cut where a frame begins. */
function stackFrames(stack: string, message: string): string {
  const frames = stack.search(/\n {4}at /);
  return frames < 0 ? message : message + stack.slice(frames);
}
