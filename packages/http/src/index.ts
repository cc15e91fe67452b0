export type { AdminOptions, Checks } from './admin-app';
export { createAdminApp } from './admin-app';
export type { ErrorCode } from './api-error';
export {
  ApiError,
  badRequest,
  internalError,
  notFound,
  tooLarge,
  tooManyRequests,
  unauthorized,
  unavailable,
} from './api-error';
export type { ApiOptions, Handler, Route } from './app';
export { createApp } from './app';
export type { Credentials, CredentialsOptions, KeyPair } from './credentials';
export { createCredentials, parseKeyPair } from './credentials';
export type { Listener, ListenOptions, Timeouts } from './listen';
export { listen } from './listen';
export { credentialIdOf, requestIdOf } from './request-context';
export { sendJson } from './send-json';
export { credentialFields, credentialProblems, listenerFields } from './http-settings';
