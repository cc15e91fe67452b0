/**
 * A connection URL whose sessions start with these settings. They go into the URL because options there would replace
 * those given beside it; the URL's own come first, so that ours win.
 */
export function withSession(databaseUrl: string, settings: Readonly<Record<string, string | number>>): string {
  const url = new URL(databaseUrl);
  const own = url.searchParams.get('options') ?? '';
  const ours = Object.entries(settings).map(([name, value]) => `-c ${name}=${String(value).replace(/[\\ ]/g, '\\$&')}`);
  url.searchParams.set('options', [own, ...ours].join(' ').trim());
  return url.href;
}
