/** Sign-in of a browser to one project. */
export interface SignIn {
  /** Header `Authorization`. */
  readonly authorization: string;
  readonly project: string;
  /** Name of the credentials as set by the operator; without a name, the public key of a pair. */
  readonly credential: string;
}

/** Most projects of one browser; each may use an eighth of the header bytes of a request. */
export const MAX_SIGN_INS = 8;

/** Adds sign-ins. Of two for one project the later replaces the earlier at its position. */
export function united(all: readonly SignIn[], added: readonly SignIn[]): readonly SignIn[] {
  const byProject = new Map([...all, ...added].map((each) => [each.project, each]));
  return [...byProject.values()].slice(0, MAX_SIGN_INS);
}

/** Removes the sign-ins of some headers. */
export const without = (all: readonly SignIn[], gone: readonly string[]): readonly SignIn[] =>
  all.filter(({ authorization }) => !gone.includes(authorization));
