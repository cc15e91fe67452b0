export type { ApiKey, ApiKeys, KeyPair, ProjectTerms } from './api-key';
export { isSendable, secretDigest, SHORTEST_SAFE } from './api-key';
export type { Grant, Quota, QuotaName, Scope } from './grant';
export { QUOTAS, SCOPES } from './grant';
export type { MadeEntry, WantedEntry } from './make-entry';
export { makeEntry } from './make-entry';
export { readApiKeys, readProjectTerms } from './read-api-keys';
export { retentionDaysOf } from './retention-days';
export { readSecrets } from './read-lines';
