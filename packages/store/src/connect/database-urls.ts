import { tlsProblems, withTls } from './tls';

/** Settings of the databases and their users. The password of each pair may be part of the URL instead. */
export interface DatabaseSettings {
  readonly databaseUrl?: string | undefined;
  readonly databasePassword?: string | undefined;
  readonly databaseReadUrl?: string | undefined;
  readonly databaseReadPassword?: string | undefined;
  readonly databaseOwnerUrl?: string | undefined;
  readonly databaseOwnerPassword?: string | undefined;
}

/** Complete URLs: not for logs, because they contain passwords. */
export interface DatabaseUrls<Main extends string | undefined = string | undefined> {
  /** URL of the user that inserts and merges rows, and the default for the other two. */
  readonly databaseUrl: Main;
  /** URL of the user that reads. */
  readonly databaseReadUrl: string | undefined;
  /** URL of the user that migrates, and drops expired data. */
  readonly databaseOwnerUrl: string | undefined;
}

/** Returns the URLs with their passwords, and with TLS parameters as the driver interprets them; undefined if not set. */
export function databaseUrls<const S extends DatabaseSettings>(settings: S): DatabaseUrls<S['databaseUrl']> {
  const { databaseUrl, databaseReadUrl, databaseOwnerUrl } = settings;
  return {
    databaseUrl: complete(databaseUrl, settings.databasePassword),
    databaseReadUrl: complete(databaseReadUrl, settings.databaseReadPassword),
    databaseOwnerUrl: complete(databaseOwnerUrl, settings.databaseOwnerPassword),
  };
}

/** Returns conflicts between a URL and its password, and errors of its TLS parameters; each sentence names the variables. */
export function databaseProblems(settings: DatabaseSettings): string[] {
  const { databaseUrl, databasePassword, databaseReadUrl, databaseReadPassword } = settings;
  const { databaseOwnerUrl, databaseOwnerPassword } = settings;
  return [
    ...pairProblems('DATABASE', databaseUrl, databasePassword),
    ...pairProblems('DATABASE_READ', databaseReadUrl, databaseReadPassword),
    ...pairProblems('DATABASE_OWNER', databaseOwnerUrl, databaseOwnerPassword),
  ];
}

function pairProblems(name: string, url: string | undefined, password: string | undefined): string[] {
  if (url === undefined && password === undefined) return [];
  if (url === undefined) return [`${name}_PASSWORD: set ${name}_URL too, which says whose password it is`];
  const tls = tlsProblems(url).map((problem) => `${name}_URL: ${problem}`);
  if (password === undefined) return tls;
  const { password: own, searchParams } = new URL(url);
  const isTwice = own !== '' || searchParams.has('password');
  return isTwice ? [...tls, `${name}_PASSWORD: ${name}_URL has a password too, give one of them`] : tls;
}

function complete(databaseUrl: string | undefined, password: string | undefined): string | undefined {
  if (databaseUrl === undefined) return undefined;
  if (password === undefined) return withTls(databaseUrl);
  const url = new URL(databaseUrl);
  // A URL without a host, which is that of a socket, can have a password among its parameters only.
  if (url.hostname === '') url.searchParams.set('password', password);
  else url.password = encodeURIComponent(password);
  return withTls(url.href);
}
