import type { Content, Operation } from '../document';

/**
 * The same operation at another path (contract: OTLP), with the examples left to the first.
 * @param path of the first
 */
export function aliasOf(operation: Operation, path: string): Operation {
  const { operationId, summary, requestBody } = operation;
  return {
    ...operation,
    operationId: `${operationId}AtRoot`,
    summary: `${summary}, at the path of OTLP`,
    description: `The same as \`POST ${path}\`, for exporters that are given the address of the server only.`,
    ...(requestBody && { requestBody: { ...requestBody, content: withoutExamples(requestBody.content) } }),
  };
}

function withoutExamples(content: Content): Content {
  return Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, { schema }]));
}
