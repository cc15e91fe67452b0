import type { CredentialKind } from './credential-kind';

/** A word as a POSIX shell reads it: whatever the text holds, nothing of it is expanded or run. */
export const shellQuote = (text: string): string =>
  /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** How curl says who asks: by variables, so that what is sent to somebody has no secret in it. */
const CREDENTIALS: Readonly<Record<CredentialKind, string>> = {
  token: '-H "Authorization: Bearer $SLUICE_TOKEN"',
  pair: '-u "$SLUICE_PUBLIC_KEY:$SLUICE_SECRET_KEY"',
};

/**
 * A command for a terminal.
 * @param options more words of curl, quoted
 */
export const curlCommand = (address: string, kind: CredentialKind, options = ''): string =>
  `curl -s ${shellQuote(address)} ${CREDENTIALS[kind]}${options}`;
