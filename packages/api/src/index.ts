export type { OpenApiDocument, Operation, Parameter, Reference, Response, Schema } from './document';
export { LANGFUSE_API_VERSION } from './langfuse-api';
export { openApiDocument } from './openapi';
export { openApiRoute } from './openapi-route';
