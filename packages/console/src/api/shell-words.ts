import type { CredentialKind } from './credential-kind';

/** Quotes a word for a POSIX shell, so that no part of it is expanded or run. */
export const shellQuote = (text: string): string =>
  /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Credentials of curl commands as variables, so that a shared command contains no secret. */
const CREDENTIALS: Readonly<Record<CredentialKind, string>> = {
  token: '-H "Authorization: Bearer $SLUICE_TOKEN"',
  pair: '-u "$SLUICE_PUBLIC_KEY:$SLUICE_SECRET_KEY"',
};

/** Builds a command for a terminal. @param options more words of curl, quoted */
export const curlCommand = (address: string, kind: CredentialKind, options = ''): string =>
  `curl -s ${shellQuote(address)} ${CREDENTIALS[kind]}${options}`;
