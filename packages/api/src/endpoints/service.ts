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
  description: 'That of the credentials, whatever their scopes. A cheap way to check credentials.',
  query: {},
  answers: {
    '200': answer(
      'Their project.',
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
      credential: exactly('The credentials that ask.', {
        name: orNull(text('As the document of credentials names them; null for those of settings.')),
        scopes: { type: 'array', items: text('`ingest`, `read` or `admin`.'), description: 'What they may do.' },
      }),
    }),
    Project: exactly('The project whose data these credentials send and read.', {
      id: text('As credentials name it; `PROJECT_ID` where they name none.'),
      name: text('The same.'),
      organization: exactly('Stands for the organization of the Langfuse API.', {
        id: text('The same.'),
        name: text('The same.'),
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
  description:
    'It depends on nothing, so it tells nothing of the database: `/livez` and `/readyz` of the admin listener do.',
  answers: { '200': answer('It does.', json(ref('Health'), { status: 'ok' })) },
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
  summary: 'The process answers, as Langfuse says it',
  description: 'It depends on nothing, unless it is asked to. `failIfNoRecentEvents=true` is refused: it is not built.',
  query: {
    failIfDatabaseUnavailable: {
      about: '`true`: 503 where the database does not answer.',
      kind: choice(['true', 'false'], 'false'),
    },
  },
  refused: { failIfNoRecentEvents: unsetFlag() },
  answers: { '200': answer('It does.', PUBLIC_HEALTH, IGNORED), ...unavailable },
} satisfies Endpoint;

export const getPublicReady = {
  method: 'get',
  path: '/api/public/ready',
  scope: 'none',
  tag: 'Service',
  summary: 'The database answers reads',
  description: 'It is asked once a second at most. `/readyz` of the admin listener tells more.',
  answers: { '200': answer('It does.', PUBLIC_HEALTH), ...unavailable },
} satisfies Endpoint;

export const getOpenApiDocument = {
  method: 'get',
  path: '/api/public/openapi.json',
  scope: 'none',
  tag: 'Service',
  summary: 'This document',
  description: 'The interface as OpenAPI 3.1, for generators of clients and for tools.',
  headers: [ifNoneMatch],
  answers: {
    '200': answer(
      'The document.',
      { 'application/json': { schema: ref('OpenApiDocument') } },
      { ETag: 'EntityTag', 'Cache-Control': 'CacheControl' },
    ),
    '304': empty('The client has it already.', { ETag: 'EntityTag', 'Cache-Control': 'CacheControl' }),
  },
  schemas: {
    Health: exactly('The process answers.', { status: { const: 'ok' } }),
    PublicHealth: exactly('All is well.', {
      status: { const: 'OK' },
      version: text('Of the Langfuse API whose reads are answered; its clients choose by it.'),
      sluiceVersion: text('Of the product.'),
    }),
    OpenApiDocument: exactly('An OpenAPI 3.1 document.', {
      openapi: { const: '3.1.0' },
      info: freeObject('What this is.'),
      servers: { type: 'array', minItems: 1, items: freeObject('Where it is served.') },
      security: { type: 'array', items: freeObject('Schemes of which one is enough.') },
      tags: { type: 'array', items: freeObject('A group of endpoints.') },
      paths: freeObject('The endpoints.'),
      components: freeObject('Schemas, headers and failures.'),
    }),
  },
} satisfies Endpoint;
