export { composeQuery } from './compose';
export type { QueryService, QueryServiceParts } from './compose';
export { queryFields } from './config';
export type { QuerySettings } from './config';
