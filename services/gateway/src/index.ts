export { createBodyStore } from './body-store';
export type { BodyStore, StoredBody } from './body-store';
export { composeGateway } from './compose';
export type { GatewayServiceDependencies } from './compose';
export { gatewayFields, gatewayLimits } from './config';
export type { GatewayLimits, GatewaySettings } from './config';
export type { Job } from './read';
export { errorOf, refusalOf } from './refusal';
export type { Refusal } from './refusal';
