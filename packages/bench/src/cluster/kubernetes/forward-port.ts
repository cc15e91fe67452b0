import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnGuarded } from '@sluice/testbed/machine';
import { TcpProxy } from '@sluice/testbed/network';
import type { CommandContext } from '../../command/command';
import type { Kubectl } from './kubectl';

const AGAIN_MS = 500;

/**
 * Opens a port of this machine for a Service of the cluster until the command ends: `kubectl port-forward` ends with its pod, and is
 * started again. Only for checks; load uses the clients' network path.
 */
export async function forward(
  kubectl: Kubectl,
  { service, port }: { readonly service: string; readonly port: number },
  { closers, signal }: Pick<CommandContext, 'closers' | 'signal'>,
): Promise<number> {
  const proxy = await TcpProxy.listen();
  const closing = new AbortController();
  let end = (): void => undefined;
  closers.add(`way to ${service}`, async () => {
    closing.abort();
    end();
    await proxy.close();
  });
  const isOver = (): boolean => closing.signal.aborted || signal.aborted;
  const keep = async (): Promise<void> => {
    while (!isOver()) {
      const args = kubectl.kubectlArguments(['port-forward', `service/${service}`, `:${port}`]);
      const child = spawnGuarded('kubectl', args, { folder: '/nonexistent', stdio: ['ignore', 'pipe', 'ignore'] });
      end = () => void child.kill();
      const ended = once(child, 'exit').catch(() => undefined);
      if (child.stdout !== null) {
        createInterface({ input: child.stdout }).on('line', (line) => {
          const local = forwardedPort(line);
          if (local !== undefined) proxy.setTarget(local);
        });
      }
      await ended;
      if (!isOver()) await sleep(AGAIN_MS);
    }
  };
  void keep();
  return proxy.port;
}

/** Returns the port in `Forwarding from 127.0.0.1:41231 -> 5432`. */
export function forwardedPort(line: string): number | undefined {
  const [, port] = /^Forwarding from 127\.0\.0\.1:(\d{1,5}) -> /.exec(line) ?? [];
  return port === undefined ? undefined : Number(port);
}
