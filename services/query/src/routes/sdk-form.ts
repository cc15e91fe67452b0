import { sdkName } from '@sluice/api';
import type { Handler } from '@sluice/http';
import type { Versioned } from '@sluice/store/read';

/** Whether a request is answered with ids in the form in which they were first sent, as the SDKs hold them (contract: Ids). */
export const isAsSent = (request: Parameters<Handler>[0]): boolean => (request.get(sdkName.name) ?? '') !== '';

/** Returns an answer whose version names the form, so that both forms have different versions. */
export const inForm = <Found extends Versioned>(found: Found, asSent: boolean): Found =>
  asSent ? { ...found, version: `${found.version} as sent` } : found;
