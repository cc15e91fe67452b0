import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error';

/** Release of the platform packages: part of the folder name of a copy, so that an upgrade makes a new one. */
export const BINARIES_VERSION = '18.4.0-beta.17';

/** Major version of the binaries, as in a data folder's `PG_VERSION`. */
export const MAJOR_VERSION = '18';

/**
 * Returns the folder with `bin`, `lib` and `share` of Postgres for this machine. It can be copied: everything in it is found relative to
 * the executable.
 * @throws EmbeddedPostgresError if there are none for this platform, or they were not installed
 */
export function locateBinaries(platform: string = process.platform, arch: string = process.arch): string {
  try {
    return join(dirname(require.resolve(`@embedded-postgres/${platform}-${arch}`)), '..', 'native');
  } catch {
    throw new EmbeddedPostgresError(
      `there are no Postgres binaries for ${platform}-${arch} here: install the optional dependencies ` +
        `(linux and darwin on x64 and arm64), or set DATABASE_URL to a Postgres of your own`,
    );
  }
}
