import { Closers, createLogger } from '@sluice/runtime';
import type { CommandContext } from './command';

const CLOSE_MS = 60_000;

/** Runs once with processes and a folder of its own, which are removed before it resolves. */
export async function alone<T>(run: (context: CommandContext) => Promise<T>, context: CommandContext): Promise<T> {
  context.signal.throwIfAborted();
  const closers = new Closers({ logger: createLogger({ level: 'warn', pretty: false }) });
  context.closers.add('run', async (deadlineMs) => {
    await closers.close(deadlineMs);
  });
  try {
    return await run({ ...context, closers });
  } finally {
    await closers.close(CLOSE_MS);
  }
}
