/** Facts about the reader of the first screen. */
export interface Audience {
  readonly stdin: { readonly isTTY?: boolean };
  readonly stdout: { readonly isTTY?: boolean };
  /** See `isUnattended`. */
  readonly unattended: boolean;
  readonly exists: (path: string) => boolean;
}

/** Docker and Podman put one of these files into every container. */
const CONTAINER_FILES = ['/.dockerenv', '/run/.containerenv'];

/**
 * Whether a person at a terminal reads the first screen, and nothing stores it: only such a screen may show credentials. A terminal alone
 * does not prove it: `docker run -t` has one although the output is stored as the container's log, and so have many test and build runners.
 * If it is not certain, the result is false.
 */
export function personReads({ stdin, stdout, unattended, exists }: Audience): boolean {
  return stdin.isTTY === true && stdout.isTTY === true && !unattended && !CONTAINER_FILES.some(exists);
}
