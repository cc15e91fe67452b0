import { randomUUID } from 'node:crypto';
import type { Publisher } from '@sluice/bus';
import { ByteBudget, type Route } from '@sluice/http';
import type { Clock, Metrics } from '@sluice/runtime';
import { type GatewaySettings, gatewayLimits } from './config';
import { createGatewayObserver } from './gateway-metrics';
import { gatewayRoutes } from './routes';

export interface GatewayServiceParts {
  readonly settings: GatewaySettings;
  readonly publisher: Publisher;
  readonly clock: Clock;
  readonly metrics: Metrics;
}

/** Makes the endpoints that take data in. */
export function composeGateway({ settings, publisher, clock, metrics }: GatewayServiceParts): Route[] {
  const budget = new ByteBudget({
    limit: settings.maxInflightBytes,
    refusal: 'too many bytes are in flight: send again, or raise MAX_INFLIGHT_BYTES',
  });
  return gatewayRoutes({
    publisher,
    clock,
    budget,
    observer: createGatewayObserver(metrics, () => budget.held),
    limits: gatewayLimits(settings),
    prefixes: settings.prefixes,
    newId: () => randomUUID(),
  });
}
