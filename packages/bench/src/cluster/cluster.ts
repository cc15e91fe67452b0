import type { ChildProcess } from 'node:child_process';
import { patience } from '@sluice/testbed/machine';
import { freePorts } from '@sluice/testbed/network';
import type { CommandContext } from '../command/command';
import { CREDENTIALS } from '../product/product';
import { StartedProcess } from '../product/started-process';

export type ServiceName = 'gateway' | 'writer' | 'query';

export interface ClusterOptions {
  /** `KAFKA_*` settings of the brokers; the topics exist. */
  readonly kafka: NodeJS.ProcessEnv;
  /** Connection string of a migrated database. */
  readonly databaseUrl: string;
  /** Settings of some services in addition to, or instead of, the usual ones. */
  readonly settings?: Partial<Readonly<Record<ServiceName, NodeJS.ProcessEnv>>>;
  /** Starts a process with only this environment, and with pipes for its output. */
  readonly run: (service: ServiceName, env: NodeJS.ProcessEnv) => ChildProcess;
  /** Receives each line of a service that an operator should read: warnings, errors, and lines that are not JSON. */
  readonly logged: (service: ServiceName, line: string) => void;
  /** Receives every line, and the name of the process that wrote it. */
  readonly wrote?: (process: string, line: string) => void;
}

/** Service that runs as a process of its own and is ready. */
export interface ServiceProcess extends Pick<StartedProcess, 'pid' | 'ended' | 'freeze' | 'thaw' | 'kill' | 'stop'> {
  /** URL of the public listener; empty where the service has none. */
  readonly url: string;
  /** `127.0.0.1:<port>` of OTLP/gRPC of a gateway. */
  readonly grpcAddress?: string;
  /** URL of `/readyz` and `/metrics`. */
  readonly adminUrl: string;
}

/** Services as processes of their own, with brokers and a database made elsewhere. */
export interface Cluster {
  /**
   * Starts one more process of a service; resolves when it is ready. It ends with the command.
   * @param own settings of this process alone
   */
  start(service: ServiceName, own?: NodeJS.ProcessEnv): Promise<ServiceProcess>;
}

export function createCluster(
  { kafka, databaseUrl, settings = {}, run, logged, wrote }: ClusterOptions,
  { closers, signal }: Pick<CommandContext, 'closers' | 'signal'>,
): Cluster {
  const admin = {
    PATH: '/usr/bin:/bin',
    ADMIN_HOST: '127.0.0.1',
    ADMIN_PORT: '0',
    OTLP_HTTP_PORT: 'off',
    OTLP_GRPC_PORT: 'off',
  };
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
    start: async (service, own) => {
      signal.throwIfAborted();
      const [grpcPort] = service === 'gateway' ? await freePorts(1) : [];
      const grpc = grpcPort === undefined ? undefined : { OTLP_GRPC_PORT: String(grpcPort) };
      const child = run(service, { ...environments[service], ...grpc, ...settings[service], ...own });
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
      const grpcAddress = grpcPort === undefined ? undefined : `127.0.0.1:${grpcPort}`;
      return Object.assign(started, { url, adminUrl, ...(grpcAddress && { grpcAddress }) });
    },
  };
}
