import type { Endpoint } from '../endpoint';
import { unsetFlag } from '../kinds/refused';
import { choice } from '../kinds/scalars';
import { LANGFUSE_API_VERSION } from '../langfuse-api';
import { ifNoneMatch } from '../parameters';
import { IGNORED, answer, empty, json, unavailable } from '../responses';
import { exactly, freeObject, orNull, ref, text } from '../schemas/values';

/** `auth_check()` of the Langfuse SDKs asks for this (contract: Product). */
export const listProjects = {
  method: 'get',
  path: '/api/public/projects',
  scope: 'any',
  tag: 'Service',
  summary: 'The project of these credentials',
  description: 'Project of the credentials, which need no scope. A cheap check of credentials.',
  query: {},
  answers: {
    '200': answer(
      'The project.',
      json(ref('ProjectList'), {
        data: [{ id: 'default', name: 'default', organization: { id: 'default', name: 'default' }, metadata: {} }],
        credential: { name: 'laptop', scopes: ['ingest', 'read'] },
      }),
      IGNORED,
    ),
  },
  schemas: {
    ProjectList: exactly('The projects of these credentials.', {
      data: { type: 'array', minItems: 1, maxItems: 1, items: ref('Project') },
      credential: exactly('Credentials of the request.', {
        name: orNull(text('Name in the document of credentials; null for credentials of settings.')),
        scopes: {
          type: 'array',
          items: text('`ingest`, `read` or `admin`.'),
          description: 'Scopes of the credentials.',
        },
      }),
    }),
    Project: exactly('Project of the data that these credentials send and read.', {
      id: text('Id of the project: that of the credentials, or `PROJECT_ID`.'),
      name: text('The id again.'),
      organization: exactly('Replacement for the organization of the Langfuse API.', {
        id: text('The id again.'),
        name: text('The id again.'),
      }),
      metadata: { type: 'object', maxProperties: 0, description: 'Always empty.' },
    }),
  },
} satisfies Endpoint;

export const getHealth = {
  method: 'get',
  path: '/healthz',
  scope: 'none',
  tag: 'Service',
  summary: 'The process answers',
  description: 'Liveness of the process alone. `/livez` and `/readyz` of the admin listener include its dependencies.',
  answers: { '200': answer('The process answers.', json(ref('Health'), { status: 'ok' })) },
} satisfies Endpoint;

const PUBLIC_HEALTH = json(ref('PublicHealth'), {
  status: 'OK',
  version: LANGFUSE_API_VERSION,
  sluiceVersion: '0.1.0',
});

export const getPublicHealth = {
  method: 'get',
  path: '/api/public/health',
  scope: 'none',
  tag: 'Service',
  summary: 'The process answers, in the form of Langfuse',
  description:
    'Liveness of the process, and of the database on request. `failIfNoRecentEvents=true` is refused, because it is not implemented.',
  query: {
    failIfDatabaseUnavailable: {
      about: '`true`: the answer is 503 if the database does not answer.',
      kind: choice(['true', 'false'], 'false'),
    },
  },
  refused: { failIfNoRecentEvents: unsetFlag() },
  answers: { '200': answer('The process answers.', PUBLIC_HEALTH, IGNORED), ...unavailable },
} satisfies Endpoint;

export const getPublicReady = {
  method: 'get',
  path: '/api/public/ready',
  scope: 'none',
  tag: 'Service',
  summary: 'The database answers reads',
  description:
    'Readiness of the database, which is queried at most once per second. `/readyz` of the admin listener reports more.',
  answers: { '200': answer('The process answers.', PUBLIC_HEALTH), ...unavailable },
} satisfies Endpoint;

export const getOpenApiDocument = {
  method: 'get',
  path: '/api/public/openapi.json',
  scope: 'none',
  tag: 'Service',
  summary: 'The OpenAPI document',
  description: 'The API as OpenAPI 3.1, for generators of clients and for tools.',
  headers: [ifNoneMatch],
  answers: {
    '200': answer(
      'The document.',
      { 'application/json': { schema: ref('OpenApiDocument') } },
      { ETag: 'EntityTag', 'Cache-Control': 'CacheControl' },
    ),
    '304': empty('The client has the current document.', { ETag: 'EntityTag', 'Cache-Control': 'CacheControl' }),
  },
  schemas: {
    Health: exactly('The process answers.', { status: { const: 'ok' } }),
    PublicHealth: exactly('The process, or the database, answers.', {
      status: { const: 'OK' },
      version: text('Version of the Langfuse API whose reads are answered; its clients depend on it.'),
      sluiceVersion: text('Version of the product.'),
    }),
    OpenApiDocument: exactly('An OpenAPI 3.1 document.', {
      openapi: { const: '3.1.0' },
      info: freeObject('Title, version and description.'),
      servers: { type: 'array', minItems: 1, items: freeObject('Address of the server.') },
      security: { type: 'array', items: freeObject('Alternative schemes.') },
      tags: { type: 'array', items: freeObject('A group of endpoints.') },
      paths: freeObject('The endpoints.'),
      components: freeObject('Schemas, headers and errors.'),
    }),
  },
} satisfies Endpoint;
