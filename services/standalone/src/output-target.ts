/** Where the first screen is read. */
export interface Audience {
  readonly stdin: { readonly isTTY?: boolean };
  readonly stdout: { readonly isTTY?: boolean };
  /** See `isUnattended`. */
  readonly unattended: boolean;
  readonly exists: (path: string) => boolean;
}

/** Docker and Podman put one of them into every container. */
const CONTAINER_FILES = ['/.dockerenv', '/run/.containerenv'];

/**
 * Whether a person at a terminal reads the first screen, and nothing else does: only such a screen may show credentials.
 * A terminal alone does not prove it: `docker run -t` gives one to a process whose output is kept as the log of its
 * container, and so do many runners of tests and builds. Where it is not certain, nobody is there.
 */
export function personReads({ stdin, stdout, unattended, exists }: Audience): boolean {
  return stdin.isTTY === true && stdout.isTTY === true && !unattended && !CONTAINER_FILES.some(exists);
}
