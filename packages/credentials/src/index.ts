export type { ApiKey, Grant, KeyPair } from './api-key';
export { isSendable, secretDigest, SHORTEST_SAFE } from './api-key';
export type { MadeEntry, WantedEntry } from './make-entry';
export { makeEntry } from './make-entry';
export { readApiKeys } from './read-api-keys';
export { readSecrets } from './read-lines';
export type { Scope } from './scopes';
export { SCOPES } from './scopes';
