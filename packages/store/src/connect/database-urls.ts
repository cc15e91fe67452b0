import { tlsProblems, withTls } from './tls';

/** The settings of where the database is, and who logs in for what. Of each pair the password may stand in the URL. */
export interface DatabaseSettings {
  readonly databaseUrl?: string | undefined;
  readonly databasePassword?: string | undefined;
  readonly databaseReadUrl?: string | undefined;
  readonly databaseReadPassword?: string | undefined;
  readonly databaseOwnerUrl?: string | undefined;
  readonly databaseOwnerPassword?: string | undefined;
}

/** Complete URLs: no text for logs, because they hold passwords. */
export interface DatabaseUrls<Main extends string | undefined = string | undefined> {
  /** Of who adds and merges rows, and of everybody who has none of his own. */
  readonly databaseUrl: Main;
  /** Of who reads. */
  readonly databaseReadUrl: string | undefined;
  /** Of who migrates, and drops what has expired. */
  readonly databaseOwnerUrl: string | undefined;
}

/** The URLs with their passwords, and their TLS parameters as the driver understands them; undefined is what is not named. */
export function databaseUrls<const S extends DatabaseSettings>(settings: S): DatabaseUrls<S['databaseUrl']> {
  const { databaseUrl, databaseReadUrl, databaseOwnerUrl } = settings;
  return {
    databaseUrl: complete(databaseUrl, settings.databasePassword),
    databaseReadUrl: complete(databaseReadUrl, settings.databaseReadPassword),
    databaseOwnerUrl: complete(databaseOwnerUrl, settings.databaseOwnerPassword),
  };
}

/** What is wrong between a URL and its password, or with its TLS parameters; each sentence names the variables. */
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
