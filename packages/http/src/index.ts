export type { AdminOptions } from './admin-app';
export type { Checks, Readiness } from './readiness';
export { createAdminApp } from './admin-app';
export type { ErrorCode } from './api-error';
export {
  ApiError,
  badRequest,
  forbidden,
  internalError,
  notFound,
  RETRY_AFTER_SECONDS,
  tooLarge,
  tooManyRequests,
  unauthorized,
  unavailable,
} from './api-error';
export type { ApiOptions, Entrance, Handler, OpenRoute, Route } from './app';
export type { NeededScope } from './access';
export { appBehind, createApp, createEntrance } from './app';
export type { ByteBudgetOptions, Reservation } from './byte-budget';
export { ByteBudget } from './byte-budget';
export { ClientGoneError, goneSignal } from './client-gone-error';
export type { Credentials, CredentialsOptions, Sender } from './credentials';
export { createCredentials } from './credentials';
export { credentialsFromSettings } from './credentials-from-settings';
export type { Listener, ListenOptions, Timeouts } from './listen';
export { listen } from './listen';
export { ListenerTls, type TlsPair, contextOf } from './listener-tls';
export { PeerSockets } from './peer-sockets';
export { ConnectionLimit } from './connection-limit';
export { type Coding, codingFor, hasVersion } from './negotiate';
export { checkListenAddresses, listenOn } from './listen-on';
export { failureIn, printableAgent } from './describe-request';
export { refusePages } from './foreign-writes';
export type { RequestContext, WriteQuota } from './request-context';
export { noteBodyLimit, noteCut, noteRefusedPart, senderOf, writeQuotaOf } from './request-context';
export { REQUEST_SECONDS } from './http-metrics';
export { PRIVATE } from './prepare-request';
export type { QuotasOptions } from './quotas';
export { Quotas } from './quotas';
export type { Transfer, TransferRatesOptions } from './transfer-rates';
export { TransferRates } from './transfer-rates';
export { sendJson } from './send-json';
export type { Served, Serving } from './serve';
export { serve, serveAdmin } from './serve';
export {
  credentialFields,
  credentialProblems,
  listenerFields,
  listenerProblems,
  missingCredentials,
  listenAddressesOf,
  publicListener,
} from './http-settings';
export type { CredentialSettings, ListenerSettings } from './http-settings';
export { formatReceipt, parseReceipt, RECEIPT_HEADER } from './receipt';
