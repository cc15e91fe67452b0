import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { CommandContext } from '../command/command';
import { Distribution } from '../report/distribution';
import type { LoadOptions, LoadResult } from './load';

/** Load generator: a process of its own, so that other work does not delay it and its processor time can be measured. */
export interface Generator {
  /** Sends one load; one call at a time. @throws Error when the generator has ended, or the command is interrupted */
  load(options: LoadOptions): Promise<LoadResult>;
}

/** Starts the main file of a program, whose path has no extension. */
export type Fork = (program: string, options: ForkOptions) => ChildProcess;

type Answer =
  | { readonly result: Omit<LoadResult, 'acknowledgement'> & { readonly milliseconds: readonly number[] } }
  | { readonly error: string };

/** Starts the generator, which ends with the command. @param start default: from the build */
export function startGenerator(
  { closers, signal }: Pick<CommandContext, 'closers' | 'signal'>,
  start: Fork = (program, options) => fork(`${program}.js`, options),
): Generator {
  signal.throwIfAborted();
  const child = start(join(__dirname, 'generator-process'), { serialization: 'advanced', env: {} });
  const ended = once(child, 'exit');
  closers.add('load generator', async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    async load(options) {
      signal.throwIfAborted();
      child.send(options);
      const gone = ended.then((): never => {
        signal.throwIfAborted();
        throw new Error('the load generator has ended');
      });
      const [answer] = (await Promise.race([once(child, 'message', { signal }), gone])) as [Answer];
      if ('error' in answer) throw new Error(answer.error);
      const { milliseconds, ...result } = answer.result;
      return { ...result, acknowledgement: Distribution.of(milliseconds) };
    },
  };
}
