import { fromSpanOrResource } from './opentelemetry';
import type { SpanView } from '../span-view';
import { isScalar, isWrittenScalar } from '../json-text';
import { keep } from './dialect';
import type { Dialect, IsJson } from './dialect';

/**
 * Dialect of the product's own attributes under one prefix (spec 4.8), as the SDKs of the Langfuse API write them. Its values win over all
 * other dialects.
 */
export function product(prefix: string): Dialect {
  const own = (name: string): string => `${prefix}.${name}`;
  return {
    namespaces: [prefix.split('.', 1)[0] ?? prefix],
    meansEmpty: true,
    type: [own('observation.type')],
    model: [own('generation.model'), own('observation.model.name')],
    input: [own('observation.input')],
    output: [own('observation.output')],
    modelParameters: [own('observation.model.parameters')],
    completionStartTime: [own('observation.completion_start_time')],
    level: [own('observation.level')],
    statusMessage: [own('observation.status_message')],
    promptName: [own('observation.prompt.name')],
    promptVersion: [own('observation.prompt.version')],
    usageDetails: [own('observation.usage_details')],
    costDetails: [own('observation.cost_details')],
    asRoot: [own('internal.as_root'), keep(own('internal.is_app_root'))],
    userId: [own('user.id')],
    sessionId: [own('session.id')],
    environment: [fromSpanOrResource(own('environment'))],
    release: [fromSpanOrResource(own('release'))],
    version: [fromSpanOrResource(own('version'))],
    traceName: [own('trace.name')],
    traceInput: [own('trace.input')],
    traceOutput: [own('trace.output')],
    tracePublic: [own('trace.public'), own('public')],
    tags: [own('trace.tags'), own('tags')],
    metadata: [own('observation.metadata'), own('metadata')],
    traceMetadata: [own('trace.metadata')],
    jsonOfMetadata: jsonOfLangfuseSdk,
  };
}

/**
 * Detects metadata texts that a Langfuse SDK wrote as JSON. The SDK for Python writes all values as JSON since 5.0; before, text and
 * integers as they are. The SDK for JavaScript writes text as it is and everything else as JSON, so a text that spells a truth value or a
 * number is read as such.
 */
function jsonOfLangfuseSdk({ scope, resource }: SpanView): IsJson | undefined {
  if (scope.name !== 'langfuse-sdk') return undefined;
  const language = resource.get('telemetry.sdk.language');
  if (language === 'python') return Number.parseInt(scope.version) >= 5 ? isScalar : undefined;
  return language === 'nodejs' || language === 'webjs' ? isWrittenScalar : undefined;
}
