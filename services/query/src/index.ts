export { composeQuery } from './compose';
export type { QueryService, QueryServiceDependencies } from './compose';
export { queryFields } from './config';
export type { QuerySettings } from './config';
