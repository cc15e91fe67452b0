/** A project that a browser is signed in to. */
export interface SignIn {
  /** The header `Authorization`. */
  readonly authorization: string;
  readonly project: string;
  /** Name of the credentials, as the operator gave it; of a pair without one its public key. */
  readonly credential: string;
}

/** Projects of one browser; an eighth of what a request may hold in its header is the most that each takes. */
export const MOST_SIGN_INS = 8;

/** Adds sign-ins: of two of one project the later stays, in the place of the earlier. */
export function united(all: readonly SignIn[], added: readonly SignIn[]): readonly SignIn[] {
  const byProject = new Map([...all, ...added].map((each) => [each.project, each]));
  return [...byProject.values()].slice(0, MOST_SIGN_INS);
}

/** Without those of some headers. */
export const without = (all: readonly SignIn[], gone: readonly string[]): readonly SignIn[] =>
  all.filter(({ authorization }) => !gone.includes(authorization));
