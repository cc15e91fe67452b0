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
export type { ByteBudgetOptions, Reservation } from './byte-budget';
export { ByteBudget } from './byte-budget';
export type { Credentials, CredentialsOptions, KeyPair } from './credentials';
export { createCredentials, isSendable, parseKeyPair } from './credentials';
export { credentialsFromSettings } from './credentials-from-settings';
export type { Listener, ListenOptions, Timeouts } from './listen';
export { listen } from './listen';
export { checkPlaces, listenOn } from './listen-on';
export type { RequestLog } from './request-log';
export { createRequestLog } from './request-log';
export { credentialIdOf, noteRefusedPart } from './request-context';
export { sendJson } from './send-json';
export {
  credentialFields,
  credentialProblems,
  listenerFields,
  listenerProblems,
  missingCredentials,
  placesOf,
  publicListener,
} from './http-settings';
export { formatReceipt, parseReceipt, RECEIPT_HEADER } from './receipt';
export type { ReceiptPlace } from './receipt';
