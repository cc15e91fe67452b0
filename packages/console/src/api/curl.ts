import { type Question, type ReadPath, addressOfCall } from './client';
import { kindOf } from './credential-kind';
import { authorization } from './session';

/** Builds the curl command for a view. Every view is made of calls of the public API, and a program can start from the same call. */
export const curlOf = async (path: ReadPath, call: Question = {}): Promise<string> =>
  (await import('./shell-words')).curlCommand(addressOfCall(path, call), kindOf(authorization() ?? ''));
