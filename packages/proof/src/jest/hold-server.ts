// Jest loads its global set-up with Node's own resolution, which finds the packages' build output by their names. So the servers of
// a run are started by a process that runs the sources, and this side imports, by their paths, only files without imports.
import { once } from 'node:events';
import { join } from 'node:path';
import { forkSource } from '../../../machine/src/fork-source';
import type { Answer } from './keep-server';

/** A server of the run, which a process of its own keeps. */
export interface HeldServer {
  /** Where it is; the reason where this machine has none. */
  readonly answer: Answer;
  /** Resolves when it has ended. */
  readonly stop: () => Promise<void>;
}

/**
 * @param file of this folder, see `keepServer`
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
