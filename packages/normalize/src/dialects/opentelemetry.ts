import { shortText } from '../parsers';
import { textAttribute } from '../span-view';
import type { SpanView } from '../span-view';
import type { Dialect } from './dialect';

const ERROR = 2;

/** What OpenTelemetry says of any span: its status, and the general attributes of users, sessions and deployments. */
export const openTelemetry: Dialect = {
  namespaces: ['*'],
  level: [({ span }) => (span.statusCode === ERROR ? 'ERROR' : undefined)],
  statusMessage: [
    ({ span }) => (span.statusMessage === '' ? undefined : span.statusMessage),
    (view) =>
      view.span.statusCode === ERROR ? (exceptionMessage(view) ?? textAttribute(view, 'error.type')) : undefined,
  ],
  userId: ['user.id'],
  sessionId: ['session.id'],
  environment: [fromSpanOrResource('deployment.environment.name'), fromSpanOrResource('deployment.environment')],
  version: [fromSpanOrResource('service.version')],
};

/** A short text that the span says or else its resource; what the resource says is kept in metadata. */
export function fromSpanOrResource(key: string): (view: SpanView) => string | undefined {
  return (view) => {
    const said = view.span.attributes.get(key);
    const text = said === undefined || said === null ? undefined : shortText(said, view, key);
    if (text !== undefined) {
      view.usedKeys.add(key);
      return text;
    }
    const inherited = view.resource.get(key);
    return inherited === undefined || inherited === null ? undefined : shortText(inherited, view, key);
  };
}

function exceptionMessage({ span }: SpanView): string | undefined {
  for (const event of span.events) {
    const message = event.name === 'exception' ? event.attributes.get('exception.message') : undefined;
    if (typeof message === 'string' && message !== '') return message;
  }
  return undefined;
}
