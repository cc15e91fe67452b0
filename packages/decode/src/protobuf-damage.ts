import { DecodeError } from './decode-error';

/**
 * The error for a body that could not be read as the protobuf message.
 * @param position how far it was read, in bytes
 * @returns the cause itself where that is meant for the sender already
 */
export function damagedProtobuf(message: string, body: Buffer, position: number, cause: unknown): DecodeError {
  if (cause instanceof DecodeError) return cause;
  const hint = /^\s*[{[]/.test(body.toString('latin1', 0, 20))
    ? '; it looks like JSON: send it as application/json'
    : '';
  const text = `the body must be a protobuf ${message}: damaged before byte ${position}${hint}`;
  return new DecodeError('invalid', text, { cause });
}
