/** What this needs of Trusted Types; a browser may not have them. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

/** The only policy that the server allows. It accepts the files of this build, and nothing else becomes code. */
const policy = (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('sluice', {
  createScriptURL(url) {
    if (!url.startsWith(new URL('assets/', document.baseURI).href))
      throw new TypeError('this is no file of the console');
    return url;
  },
});

/** Starts a worker of this build. @param url as `?worker&url` gives it */
export function startWorker(url: string): Worker {
  const { href } = new URL(url, document.baseURI);
  return new Worker(policy?.createScriptURL(href) ?? href, { type: 'module' });
}
