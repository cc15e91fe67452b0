import type { ChildProcess } from 'node:child_process';
import { patience } from '@sluice/machine';
import type { CommandContext } from '../command/command';
import { CREDENTIALS } from '../product/product';
import { StartedProcess } from '../product/started-process';

export type ServiceName = 'gateway' | 'writer' | 'query';

export interface ClusterOptions {
  /** `KAFKA_*`: where the brokers are; the topics exist. */
  readonly kafka: NodeJS.ProcessEnv;
  /** Its schema is there. */
  readonly databaseUrl: string;
  /** More settings of some services, or others than the usual ones. */
  readonly settings?: Partial<Readonly<Record<ServiceName, NodeJS.ProcessEnv>>>;
  /** Makes a process with nothing but this environment, and with pipes for what it writes. */
  readonly run: (service: ServiceName, env: NodeJS.ProcessEnv) => ChildProcess;
  /** Hears of each line of a service that an operator should see: warnings, errors, and what is no log. */
  readonly logged: (service: ServiceName, line: string) => void;
  /** Hears of every line, and of the process that wrote it. */
  readonly wrote?: (process: string, line: string) => void;
}

/** A service that runs as a process of its own and is ready. */
export interface ServiceProcess extends Pick<StartedProcess, 'pid' | 'ended' | 'freeze' | 'thaw' | 'kill' | 'stop'> {
  /** The public listener; empty where the service has none. */
  readonly url: string;
  /** `/readyz`, `/metrics`. */
  readonly adminUrl: string;
}

/** The services as processes of their own, on brokers and a database that others have. */
export interface Cluster {
  /** Starts one more of a service; resolves when it is ready. It ends with the command. */
  start(service: ServiceName): Promise<ServiceProcess>;
}

export function createCluster(
  { kafka, databaseUrl, settings = {}, run, logged, wrote }: ClusterOptions,
  { closers, signal }: Pick<CommandContext, 'closers' | 'signal'>,
): Cluster {
  const admin = { PATH: '/usr/bin:/bin', ADMIN_HOST: '127.0.0.1', ADMIN_PORT: '0' };
  const front = {
    ...admin,
    HOST: '127.0.0.1',
    PORT: '0',
    API_BEARER_TOKEN: CREDENTIALS.bearerToken,
    PUBLIC_KEY: CREDENTIALS.publicKey,
    SECRET_KEY: CREDENTIALS.secretKey,
  };
  const environments: Readonly<Record<ServiceName, NodeJS.ProcessEnv>> = {
    gateway: { ...front, ...kafka },
    writer: { ...admin, ...kafka, DATABASE_URL: databaseUrl },
    query: { ...front, DATABASE_URL: databaseUrl },
  };
  return {
    start: async (service) => {
      signal.throwIfAborted();
      const child = run(service, { ...environments[service], ...settings[service] });
      closers.add(`${service} that has not started`, () => void child.kill('SIGKILL'));
      let listening: { readonly url?: string; readonly adminUrl: string } | undefined;
      const started = new StartedProcess(child, (line) => {
        if (line.includes('"msg":"listening"')) listening ??= JSON.parse(line) as typeof listening;
        wrote?.(`${service} ${child.pid ?? 0}`, line);
        if (!/"level":"(debug|info)"/.test(line)) logged(service, line);
      });
      const within = { withinMs: patience(60_000), signal };
      const { url = '', adminUrl } = await started.untilReady(service, () => listening, within);
      closers.add(service, () => started.stop());
      return Object.assign(started, { url, adminUrl });
    },
  };
}
