import { CREDENTIALS } from './product';

/** A project that requests are sent to. */
export interface Project {
  /** As its row has it: empty for the default project. */
  readonly name: string;
  readonly bearerToken: string;
}

/** The same with all credentials that it has. */
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

/** The projects that a product has besides the one of the settings. */
const OTHERS = [named('acme'), named('other')];

/** Three projects of one product: what is sent in one must neither be found nor changed in another. */
export const PROJECTS: readonly ProjectCredentials[] = [{ name: '', ...CREDENTIALS }, ...OTHERS];

/** The settings that let the credentials of the other projects in. */
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
