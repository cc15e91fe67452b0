import {
  type Entrance,
  type Listener,
  type ListenerSettings,
  type Readiness,
  type Route,
  type Sender,
  appBehind,
  listen,
  listenOn,
  publicListener,
} from '@sluice/http';
import { type Closers, type Metrics, type SettingFiles, SettingsError } from '@sluice/runtime';
import { listenGrpc } from './grpc/listen-grpc';
import type { GatewayDependencies } from './ingest';
import type { OtlpPort, OtlpSettings } from './otlp-settings';
import { followOtlpTls } from './otlp-tls';

export interface OpenOtlpOptions {
  readonly config: OtlpSettings & ListenerSettings;
  /** Checks that the listeners share with the API. */
  readonly entrance: Entrance;
  readonly gateway: GatewayDependencies;
  /** Endpoints of OTLP at their default paths. */
  readonly routes: readonly Route[];
  readonly metrics: Metrics;
  readonly files: SettingFiles;
  /** Checks of the process, for the health service of gRPC. */
  readonly readiness: Readiness;
  readonly closers: Closers;
  /** Quota of the default project, to which data without credentials belongs. */
  readonly projectQuota: () => Sender['projectQuota'];
  /** Whether the process also starts without a default port that is taken. */
  readonly mayLack: boolean;
}

/** Listener of OTLP: its address, or the reason why it is not open; undefined if the settings close it. */
export type OtlpAddress = { readonly url: string } | { readonly problem: string } | undefined;

/** Listeners of OTLP of a process. */
export interface OtlpAddresses {
  readonly http: OtlpAddress;
  readonly grpc: OtlpAddress;
}

/**
 * Opens the listeners of OTLP.
 * @throws SettingsError if the system refuses an address that was chosen
 */
export async function openOtlp(options: OpenOtlpOptions): Promise<OtlpAddresses> {
  const { config, gateway, routes, metrics, files, readiness, closers, projectQuota, mayLack } = options;
  const { otlpHttp, otlpGrpc, otlpWithoutCredentials } = config;
  const { access } = options.entrance;
  const entrance = otlpWithoutCredentials
    ? { ...options.entrance, access: access.openToAnyone(projectQuota) }
    : options.entrance;
  const { requestLog, connections } = entrance;
  const listener = publicListener(config);
  const tls = await followOtlpTls({ config, files, metrics });
  const open = async (
    setting: string,
    { port, isChosen }: OtlpPort,
    start: (port: number) => Promise<Listener>,
  ): Promise<OtlpAddress> => {
    if (port === undefined) return undefined;
    try {
      const opened = await listenOn(setting, { host: config.host, port }, () => start(port));
      closers.add(`listener of ${setting}`, (budgetMs) => opened.close(budgetMs));
      return { url: opened.url };
    } catch (error) {
      if (isChosen || !mayLack || !(error instanceof SettingsError)) throw error;
      return { problem: error.problems.join('; ') };
    }
  };
  return {
    http: await open('OTLP_HTTP_PORT', otlpHttp, (port) =>
      listen(appBehind(entrance, { routes }), {
        ...listener,
        port,
        requestLog,
        ...(connections && { connections }),
        tls,
      }),
    ),
    grpc: await open('OTLP_GRPC_PORT', otlpGrpc, (port) =>
      listenGrpc({
        host: config.host,
        port,
        entrance,
        gateway,
        metrics,
        readiness,
        maxPrefaceMs: config.headersTimeoutMs,
        maxCallMs: config.requestTimeoutMs,
        maxConnectionAgeMs: config.otlpGrpcMaxAgeMs,
        tls,
      }),
    ),
  };
}
