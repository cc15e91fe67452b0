import { type Answer, addressOf } from './client';
import { kindOf } from './credential-kind';
import { secretsOf } from './credentials';
import type { SignIn } from './sign-ins';

const ANSWER_WITHIN_MS = 10_000;
const PROJECTS = '/api/public/projects';

/** Sign-in with credentials that may read, or the problem with them. */
export type Identified = { readonly signIn: SignIn } | { readonly problem: string };

/** Reads the project and the name of credentials, and whether they may read. @param authorization the header */
export async function identify(authorization: string): Promise<Identified> {
  // A header cannot contain other characters.
  if (/[^\x20-\x7e]/.test(authorization))
    return { problem: 'A token has only letters, digits and signs of ASCII: is this all of it?' };
  const ask = (path: string): Promise<Response> => {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    return fetch(addressOf(path), { headers: { authorization }, cache: 'no-store', signal });
  };
  try {
    // The first request returns the project, the second whether the credentials may read it.
    const [known, read] = await Promise.all([ask(PROJECTS), ask('/api/public/traces?limit=1&fields=core')]);
    if (known.status === 401) return { problem: 'These credentials are not accepted.' };
    if (known.status === 403 || read.status === 403)
      return { problem: 'These credentials may not read: they lack the scope “read”.' };
    if (known.status === 429) return { problem: 'The quota of these credentials is exceeded; try again in a minute.' };
    if (known.status !== 200) return { problem: `The server answered ${known.status}; try again.` };
    const { data, credential } = (await known.json()) as Answer<typeof PROJECTS>;
    const project = data[0]?.id ?? '';
    return { signIn: { authorization, project, credential: credential.name ?? nameOf(authorization) } };
  } catch {
    return { problem: 'The server does not answer; try again.' };
  }
}

/** Credentials from settings have no name. */
function nameOf(authorization: string): string {
  const secrets = secretsOf(authorization);
  return kindOf(authorization) === 'pair' && 'publicKey' in secrets ? secrets.publicKey : 'bearer token';
}
