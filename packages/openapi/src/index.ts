export type { OpenApiDocument, Operation, Parameter, Reference, Response, Schema } from './document';
export { openApiDocument } from './openapi';
export { openApiRoute } from './openapi-route';
