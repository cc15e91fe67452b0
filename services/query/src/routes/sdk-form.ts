import type { Handler } from '@sluice/http';
import type { Versioned } from '@sluice/store/read';

/** Header of all requests of the Langfuse SDKs. */
const SDK_HEADER = 'x-langfuse-sdk-name';

/**
 * Whether a request is answered with ids in the form in which they were first sent, as the SDKs hold them (contract: Ids). The answer varies by
 * the header, whatever it is.
 */
export function isAsSent(request: Parameters<Handler>[0], response: Parameters<Handler>[1]): boolean {
  response.vary(SDK_HEADER);
  return (request.get(SDK_HEADER) ?? '') !== '';
}

/** What is answered in this form, as another version than in the other one. */
export const inForm = <Found extends Versioned>(found: Found, asSent: boolean): Found =>
  asSent ? { ...found, version: `${found.version} as sent` } : found;
