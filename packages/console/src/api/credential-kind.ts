/** A bearer token, or a public key with its secret. */
export type CredentialKind = 'token' | 'pair';

/** How the header of a pair begins. */
export const BASIC = 'Basic ';

/** @param authorization the header that signs in */
export const kindOf = (authorization: string): CredentialKind => (authorization.startsWith(BASIC) ? 'pair' : 'token');
