import { type Question, type ReadPath, addressOfCall } from './client';
import { kindOf } from './credential-kind';
import { authorization } from './session';

/**
 * The call behind a view, for a terminal: every view is one or a few calls of the public API, and whoever wants to go on with a
 * program begins with this one.
 */
export const curlOf = async (path: ReadPath, call: Question = {}): Promise<string> =>
  (await import('./shell-words')).curlCommand(addressOfCall(path, call), kindOf(authorization() ?? ''));
