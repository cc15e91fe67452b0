import { type TestBroker, startTestBroker } from '@sluice/testbed/servers';
import type { CommandContext } from '../command/command';

/** Starts brokers that end with the command. */
export async function startBroker(
  options: Parameters<typeof startTestBroker>[0],
  { closers, signal }: Pick<CommandContext, 'closers' | 'signal'>,
): Promise<TestBroker> {
  const broker = await startTestBroker(options);
  closers.add('broker', () => broker.stop());
  signal.throwIfAborted();
  return broker;
}
