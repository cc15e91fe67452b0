import { CREDENTIALS } from './product';

/** Project that requests are sent to. */
export interface Project {
  /** Name in its row: empty for the default project. */
  readonly name: string;
  readonly bearerToken: string;
}

/** Project with all its credentials. */
export interface ProjectCredentials extends Project {
  readonly publicKey: string;
  readonly secretKey: string;
}

const named = (name: string): ProjectCredentials => ({
  name,
  bearerToken: `${name}-token-of-at-least-thirty-two-characters`,
  publicKey: `pk-lf-${name}`,
  secretKey: `sk-lf-${name}-of-at-least-thirty-two-characters`,
});

/** Projects of a product besides the default one. */
const OTHERS = [named('acme'), named('other')];

/** Three projects of one product: items of one must neither be found nor changed in another. */
export const PROJECTS: readonly ProjectCredentials[] = [{ name: '', ...CREDENTIALS }, ...OTHERS];

/** Settings with the credentials of the other projects. */
export const PROJECT_SETTINGS = {
  API_KEYS: JSON.stringify({
    projects: Object.fromEntries(OTHERS.map(({ name }) => [name, {}])),
    keys: OTHERS.flatMap(({ name: project, bearerToken: token, publicKey, secretKey }) => {
      const scopes = ['ingest', 'read'];
      return [
        { name: `${project}-token`, project, token, scopes },
        { name: `${project}-pair`, project, publicKey, secretKey, scopes },
      ];
    }),
  }),
} as const;
