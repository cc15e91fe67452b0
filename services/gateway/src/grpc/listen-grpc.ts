import { type Server as NetServer, type Socket, createServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import {
  type Entrance,
  type Listener,
  type ListenOptions,
  PeerSockets,
  REQUEST_SECONDS,
  type Readiness,
} from '@sluice/http';
import { type Metrics, remembered } from '@sluice/runtime';
import type { GatewayDependencies } from '../ingest';
import { answerHealth, healthCalls, healthDefinition } from './health';
import { answerExport, interceptExports } from './otlp-calls';
import { METADATA_BYTES } from './call';
import { OTLP_SERVICES, otlpServices } from './otlp-services';
import { answerReflections, reflectionCalls, reflectionDefinitions } from './reflection';
import { interceptSmallCalls } from './small-calls';
import { announceMetadataLimit } from './raw-message';

export interface GrpcOptions extends Pick<ListenOptions, 'host' | 'port'> {
  readonly entrance: Entrance;
  readonly gateway: GatewayDependencies;
  readonly metrics: Metrics;
  readonly readiness: Pick<Readiness, 'look'>;
  /** Limit of a handshake of TLS, and of a connection until its client has begun HTTP/2, in milliseconds. */
  readonly maxPrefaceMs: number;
  /** Limit of a call, in milliseconds. */
  readonly maxCallMs: number;
  /** Age at which a connection is ended, so that its client connects to another process; in milliseconds. */
  readonly maxConnectionAgeMs: number;
  /** Certificate; absent: no TLS. */
  readonly tls?: ListenOptions['tls'];
}

/** Bytes that a client of HTTP/2 sends first: the preface, and the header of its settings (RFC 9113 section 3.4). */
const FIRST_BYTES = 24 + 9;

/** Limits of a connection (contract: Limits). */
const CONNECTION = {
  /** Calls at once; a further one waits in its client. */
  'grpc.max_concurrent_streams': 100,
  /** A client that answers no ping is gone: a half-open connection holds nothing for longer. */
  'grpc.keepalive_time_ms': 60_000,
  'grpc.keepalive_timeout_ms': 20_000,
  /** Calls of a connection that was ended for its age have this time. */
  'grpc.max_connection_age_grace_ms': 60_000,
  /** Channels are observed by metrics. */
  'grpc.enable_channelz': 0,
};

/**
 * Listens for OTLP/gRPC.
 * @throws the system's error if the address is in use or not allowed
 */
export async function listenGrpc(options: GrpcOptions): Promise<Listener> {
  const { entrance, gateway, metrics, readiness, host, port, maxPrefaceMs, maxCallMs, maxConnectionAgeMs, tls } =
    options;
  const secure = tls && createTlsServer({ ...tls.options(maxPrefaceMs), ALPNProtocols: ['h2'] });
  const server = secure ?? createServer();
  entrance.connections?.watchConnections(server);
  const cutHandshakes = secure && tls.attach(secure, entrance.requestLog);
  const peers = new PeerSockets(server);
  const duration = metrics.histogram({
    name: 'sluice_grpc_request_duration_seconds',
    help: 'Time from the metadata of a call to its status',
    labels: ['method', 'status'],
    buckets: REQUEST_SECONDS,
  });
  const calls = {
    entrance,
    maxCallMs,
    socketOf: (remoteAddress?: string, remotePort?: number) => peers.find({ remoteAddress, remotePort }),
    observe: (method: string, status: string, seconds: number) => duration.observe({ method, status }, seconds),
  };
  const grpc = new Server({
    ...CONNECTION,
    // The limit of a message is that of a body, which `BodyArrival` checks: it has a message of its own.
    'grpc.max_receive_message_length': -1,
    'grpc.max_connection_age_ms': maxConnectionAgeMs,
    interceptors: [
      interceptSmallCalls(
        calls,
        healthCalls,
        interceptSmallCalls(calls, reflectionCalls, interceptExports(calls, gateway)),
      ),
    ],
  });
  announceMetadataLimit(grpc, METADATA_BYTES);
  for (const service of otlpServices) grpc.addService(service, { Export: answerExport });
  for (const service of reflectionDefinitions) grpc.addService(service, { ServerReflectionInfo: answerReflections });
  let isDraining = false;
  const failing = remembered(() => readiness.look(), performance.now.bind(performance));
  const isServing = async (): Promise<boolean> => (await failing()).length === 0 && !isDraining;
  grpc.addService(healthDefinition, { Check: answerHealth(OTLP_SERVICES, isServing) });
  const injector = grpc.createConnectionInjector(ServerCredentials.createInsecure());
  const open = new Set<Socket>();
  /** Connections that have not sent anything. */
  const silent = new Set<Socket>();
  server.on(secure === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
    if (socket.destroyed) return;
    open.add(socket);
    silent.add(socket);
    // grpc-js waits for the preface without a limit.
    const preface = setTimeout(() => {
      if (socket.bytesRead < FIRST_BYTES) socket.destroy();
    }, maxPrefaceMs).unref();
    socket.once('close', () => {
      clearTimeout(preface);
      open.delete(socket);
      silent.delete(socket);
    });
    socket.on('error', () => socket.destroy());
    // A connection that sends nothing costs no session.
    socket.once('readable', () => {
      silent.delete(socket);
      if (socket.readableLength > 0) injector.injectConnection(socket);
      else socket.destroy();
    });
  });
  const address = await bind(server, { host, port });
  return {
    url: secure === undefined ? address.url : `https://${address.url}`,
    port: address.port,
    close: async (budgetMs) => {
      isDraining = true;
      for (const socket of silent) socket.destroy();
      const drained = drain(server, grpc, { budgetMs, open });
      cutHandshakes?.();
      await drained;
    },
  };
}

async function bind(server: NetServer, listenAddress: Pick<ListenOptions, 'host' | 'port'>) {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(listenAddress, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the listener has no port');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return { url: `${host}:${address.port}`, port: address.port };
}

/** Accepts no connections, ends each with its calls, and cuts those that are open after the budget. */
async function drain(
  server: NetServer,
  grpc: Server,
  { budgetMs, open }: { readonly budgetMs: number; readonly open: ReadonlySet<Socket> },
): Promise<void> {
  server.close();
  await new Promise<void>((resolve) => {
    const cut = setTimeout(() => {
      grpc.forceShutdown();
      // Without channelz grpc-js ends no session by force.
      for (const socket of open) socket.destroy();
      resolve();
    }, budgetMs);
    grpc.tryShutdown(() => {
      clearTimeout(cut);
      resolve();
    });
  });
}
