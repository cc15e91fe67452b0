import { type ServiceDefinition, type handleUnaryCall, status } from '@grpc/grpc-js';
import { DecodeError, decodeHealthCheck, encodeHealthStatus } from '@sluice/decode';
import { badRequest } from '@sluice/http';
import { statusOf } from './grpc-status';
import { unaryMethod } from './methods';
import type { SmallCalls } from './small-calls';

const PATH = '/grpc.health.v1.Health/Check';

/** Name of a service is the longest content of a check. */
const MOST_BYTES = 1024;

/**
 * Health service (gRPC Health Checking Protocol). `Watch` is absent, which its clients read as healthy: each watch would be a call without an
 * end and without credentials.
 */
export const healthDefinition: ServiceDefinition = { Check: unaryMethod(PATH) };

/** Checks need no credentials, as the probes of HTTP. */
export const healthCalls: SmallCalls = { paths: new Set([PATH]), mostBytes: MOST_BYTES, admit: () => undefined };

/**
 * Makes the handler of checks.
 * @param services names that can be checked; the empty one, for the process, always can
 * @param isServing whether the process does its work now
 */
export function answerHealth(
  services: ReadonlySet<string>,
  isServing: () => Promise<boolean>,
): handleUnaryCall<Buffer, Buffer> {
  return ({ request }, respond) => {
    const check = async (): Promise<void> => {
      const service = decodeHealthCheck(request);
      if (service !== '' && !services.has(service)) {
        respond({ code: status.NOT_FOUND, details: 'this service is unknown' });
        return;
      }
      respond(null, encodeHealthStatus((await isServing()) ? 'SERVING' : 'NOT_SERVING'));
    };
    check().catch((error: unknown) =>
      respond(statusOf(error instanceof DecodeError ? badRequest(error.message) : error)),
    );
  };
}
