import { freePorts, TcpProxy } from '@sluice/testbed/network';
import type { CommandContext } from '../command/command';
import { temporaryFolder } from '../command/temporary-folder';
import { endEmbeddedDatabase } from '../product/embedded-database';
import { type Product, type ProductOptions, startProduct } from '../product/product';
import type { OtlpPorts } from './run-exporters';

/** Product to which exporters send, behind proxies whose ports stay the same when the product starts again. */
export interface Target {
  /** Ports of the product's own listeners. */
  readonly ports: OtlpPorts;
  /** Ports of the proxies. */
  readonly proxied: OtlpPorts;
  readonly proxies: readonly TcpProxy[];
  readonly dataDir: string;
  /** URL of the API; another one after each restart. */
  baseUrl(): string;
  /** Ends the product, by SIGKILL or by SIGTERM, and starts it on the same data. */
  restart(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

/** Age at which the product ends a connection of gRPC: the least that its setting permits. */
const MAX_AGE_MS = '1000';

/** Starts the product, which ends with the command. @param options default: from the build, with the embedded database */
export async function startTarget(
  context: CommandContext,
  { settings: others, ...options }: Pick<ProductOptions, 'databaseUrl' | 'run' | 'settings'> = {},
): Promise<Target> {
  const dataDir = await temporaryFolder(context);
  context.closers.add('embedded database of a killed product', () => endEmbeddedDatabase(dataDir));
  const [grpc, http] = (await freePorts(2)) as [number, number];
  const settings = {
    OTLP_GRPC_PORT: String(grpc),
    OTLP_HTTP_PORT: String(http),
    OTLP_GRPC_MAX_AGE_MS: MAX_AGE_MS,
    ...others,
  };
  const start = (): Promise<Product> => startProduct({ ...options, dataDir, settings }, context);
  const [toGrpc, toHttp] = await Promise.all([proxyTo(grpc, context), proxyTo(http, context)]);
  let product = await start();
  return {
    ports: { grpc, http },
    proxied: { grpc: toGrpc.port, http: toHttp.port },
    proxies: [toGrpc, toHttp],
    dataDir,
    baseUrl: () => product.baseUrl,
    restart: async (signal) => {
      await (signal === 'SIGKILL' ? product.kill() : product.stop());
      product = await start();
    },
  };
}

async function proxyTo(port: number, { closers }: CommandContext): Promise<TcpProxy> {
  const proxy = await TcpProxy.listen();
  closers.add('proxy', () => proxy.close());
  proxy.setTarget(port);
  return proxy;
}
