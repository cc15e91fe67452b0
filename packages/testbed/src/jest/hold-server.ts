// Jest loads its global set-up with Node's own resolution, which finds the packages' build output by their names. Therefore a process that
// runs the sources starts the servers of a run; this file imports, by their paths, only files without imports.
import { once } from 'node:events';
import { join } from 'node:path';
import { forkSource } from '../machine/fork-source';
import type { Answer } from './keep-server';

/** Server of the run in a process of its own. */
export interface HeldServer {
  /** Address of the server, or the reason why this machine has none. */
  readonly answer: Answer;
  /** Stops the server; resolves when it has ended. */
  readonly stop: () => Promise<void>;
}

/**
 * @param file file of this folder, see `keepServer`
 * @throws Error when the server does not start
 */
export async function holdServer(file: string): Promise<HeldServer> {
  const keeper = forkSource(join(__dirname, file));
  const exit = once(keeper, 'exit');
  const [answer] = (await Promise.race([once(keeper, 'message'), exit])) as [Answer | number | null];
  if (typeof answer !== 'object' || answer === null) throw new Error(`${file} ended with ${String(answer)}`);
  return {
    answer,
    stop: async () => {
      if (keeper.connected) keeper.disconnect();
      await exit;
    },
  };
}
