export { composeGateway } from './compose';
export type { GatewayServiceParts } from './compose';
export { gatewayFields } from './config';
export type { GatewaySettings } from './config';
