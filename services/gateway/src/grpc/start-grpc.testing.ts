import { patience } from '@sluice/testbed/machine';
import { setUp } from '../gateway.testing';
import { type GrpcOptions, listenGrpc } from './listen-grpc';

/** Starts a listener of gRPC before a gateway on a bus of its own; the caller has to close it. */
export async function startGrpc(env: NodeJS.ProcessEnv = {}, options: Partial<GrpcOptions> = {}) {
  const parts = await setUp(env);
  const { entrance, gateway, metrics } = parts;
  const listener = await listenGrpc({
    host: '127.0.0.1',
    port: 0,
    entrance,
    gateway: gateway.dependencies,
    metrics,
    readiness: { look: () => Promise.resolve([]) },
    maxPrefaceMs: patience(10_000),
    maxCallMs: patience(10_000),
    maxConnectionAgeMs: 3_600_000,
    ...options,
  });
  return { ...parts, listener };
}
