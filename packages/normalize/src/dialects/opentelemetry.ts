import { plainText, shortText } from '../parsers';
import { attribute } from '../span-view';
import type { SpanView } from '../span-view';
import type { Dialect } from './dialect';

const ERROR = 2;

/** Dialect of OpenTelemetry's definitions for any span: its status, and the general attributes of users, sessions and deployments. */
export const openTelemetry: Dialect = {
  namespaces: ['*'],
  level: [({ span }) => (span.statusCode === ERROR ? 'ERROR' : undefined)],
  statusMessage: [
    (view) => plainText(view.span.statusMessage, view, 'status.message'),
    (view) => (view.span.statusCode === ERROR ? (exceptionMessage(view) ?? errorType(view)) : undefined),
  ],
  userId: ['user.id'],
  sessionId: ['session.id'],
  environment: [fromSpanOrResource('deployment.environment.name'), fromSpanOrResource('deployment.environment')],
  version: [fromSpanOrResource('service.version')],
};

/** Reads a short text of the span, otherwise of its resource; the resource's text is kept in metadata too. */
export function fromSpanOrResource(key: string): (view: SpanView) => string | undefined {
  return (view) => {
    const own = view.span.attributes.get(key);
    const text = own === undefined || own === null ? undefined : shortText(own, view, key);
    if (text !== undefined) {
      view.usedKeys.add(key);
      return text;
    }
    const inherited = view.resource.get(key);
    return inherited === undefined || inherited === null ? undefined : shortText(inherited, view, key);
  };
}

function exceptionMessage(view: SpanView): string | undefined {
  for (const event of view.span.events) {
    const key = 'exception.message';
    const message = event.name === 'exception' ? plainText(event.attributes.get(key) ?? '', view, key) : undefined;
    if (message !== undefined) return message;
  }
  return undefined;
}

function errorType(view: SpanView): string | undefined {
  return plainText(attribute(view, 'error.type') ?? '', view, 'error.type');
}
