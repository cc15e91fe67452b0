/** Kind of credentials: a bearer token, or a public key with its secret. */
export type CredentialKind = 'token' | 'pair';

/** Prefix of the header of a pair. */
export const BASIC = 'Basic ';

/** @param authorization the header of the credentials */
export const kindOf = (authorization: string): CredentialKind => (authorization.startsWith(BASIC) ? 'pair' : 'token');
