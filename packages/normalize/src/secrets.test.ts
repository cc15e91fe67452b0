import { growthOf } from '@sluice/testkit';
import { eventOf, metadataOf, observationOf } from './fixtures/otlp-request';
import { isSecret } from './secrets';

describe('headers that give access', () => {
  it.each([
    'ai.request.headers.authorization',
    'ai.request.headers.x-api-key',
    'ai.request.headers.api-key',
    'ai.request.headers.X-Goog-Api-Key',
    'ai.request.headers.proxy-authorization',
    'http.request.header.cookie',
    'http.response.header.set-cookie',
    'http.request.header.x_api_key',
  ])('%s is secret', (name) => expect(isSecret(name)).toBe(true));

  it.each(['ai.request.headers.user-agent', 'app.cookie', 'authorization', 'ai.request.headers', 'app.header_cookie'])(
    '%s is not',
    (name) => expect(isSecret(name)).toBe(false),
  );

  it.each(['header.', 'headers.x-api-key.', 'header', '.'])('a name of many "%s" is read in linear time', (part) => {
    expect(growthOf((length) => isSecret(part.repeat(length / part.length)))).toBeLessThan(1.5);
  });

  it('are named in metadata without their values, wherever attributes are kept', () => {
    const sent = { 'ai.request.headers.authorization': 'Bearer s3cret', 'http.request.header.cookie': ['s3cret'] };
    const observation = observationOf(
      {
        ...sent,
        'ai.request.headers.user-agent': 'sdk',
        'langfuse.observation.metadata.headers.x-api-key': 's3cret',
        'gen_ai.request.headers.authorization': 's3cret',
      },
      { events: [eventOf('call', sent)] },
      { resource: sent, scope: { name: 'lib', version: '', attributes: sent } },
    );
    expect(JSON.stringify([observation, ...(observation.metadata ?? [])])).not.toContain('s3cret');
    const kept = Object.fromEntries(Object.keys(sent).map((key) => [key, '[redacted]']));
    expect(metadataOf(observation, 'attributes')).toEqual({ ...kept, 'ai.request.headers.user-agent': 'sdk' });
    expect(metadataOf(observation, 'resourceAttributes')).toEqual(kept);
    expect(observation.modelParameters).toBe('{"headers.authorization":"[redacted]"}');
  });
});
