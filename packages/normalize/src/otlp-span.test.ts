import {
  childOf,
  eventOf,
  metadataOf,
  observationId,
  observationOf,
  recordOf,
  spanOf,
  START,
  TRACE_UUID,
  type AttributesSent,
} from './fixtures/otlp-request';

const ERROR = 2;

describe('a span', () => {
  it('becomes an observation by its ids, name and times (spec 4.8)', () => {
    const record = recordOf([childOf('b', 'a')]);
    expect(record.traceId).toBe(TRACE_UUID);
    expect(record.observations).toEqual([
      {
        id: observationId('a'),
        parentId: observationId('b'),
        name: 'span a',
        startTime: START,
        endTime: START + 1_000_000,
        counted: true,
      },
    ]);
  });

  it('never says a default: type, level and environment are absent unless sent', () => {
    const observation = observationOf({ 'app.x': 1 });
    for (const key of ['type', 'level', 'environment', 'model', 'usage', 'input'])
      expect(observation).not.toHaveProperty(key);
  });

  it('with the status error has the level ERROR and a message of the status, else of the exception, else the error type', () => {
    const exception = eventOf('exception', { 'exception.message': 'boom' });
    const of = (statusMessage: string, events = [exception]) =>
      observationOf({ 'error.type': 'timeout' }, { statusCode: ERROR, statusMessage, events });
    expect(of('failed')).toMatchObject({ level: 'ERROR', statusMessage: 'failed' });
    expect(of('')).toMatchObject({ level: 'ERROR', statusMessage: 'boom' });
    expect(of('', [])).toMatchObject({ level: 'ERROR', statusMessage: 'timeout' });
    expect(observationOf({ 'error.type': 'timeout' })).not.toHaveProperty('statusMessage');
  });

  it('sent twice in one request is merged in the order of the request', () => {
    const { observations } = recordOf([
      spanOf('a', { 'langfuse.observation.input': 'one', 'langfuse.observation.metadata.x': '1', 'user.id': 'u' }),
      spanOf(
        'a',
        { 'langfuse.observation.output': 'two', 'langfuse.observation.metadata.y': '2' },
        { name: 'renamed' },
      ),
    ]);
    expect(observations).toHaveLength(1);
    expect(observations[0]).toMatchObject({ name: 'renamed', input: '"one"', output: '"two"' });
    expect(observations[0]?.metadata).toEqual(
      new Map([
        ['x', '"1"'],
        ['y', '"2"'],
      ]),
    );
  });
});

describe('environment and version of a span', () => {
  it.each([
    [{ 'langfuse.environment': 'P' }, { 'langfuse.environment': 'R' }, 'P'],
    [{ 'vendor.environment': 'P' }, { 'langfuse.environment': 'R' }, 'R'],
    [{ 'deployment.environment.name': 'P' }, { 'langfuse.environment': 'R' }, 'R'],
    [{ 'deployment.environment.name': 'P' }, { 'deployment.environment.name': 'R' }, 'P'],
    [{ 'deployment.environment': 'P' }, { 'deployment.environment.name': 'R' }, 'R'],
    [{}, { 'deployment.environment': 'Staging EU' }, 'Staging EU'],
  ])('attributes %j on resource %j give the environment %s as sent', (attributes, resource, environment) => {
    expect(observationOf(attributes, {}, { resource }).environment).toBe(environment);
  });

  it('come from the product, else the version from service.version', () => {
    expect(observationOf({ 'langfuse.version': '7' }, {}, { resource: { 'service.version': '1' } }).version).toBe('7');
    expect(observationOf({}, {}, { resource: { 'service.version': '1' } }).version).toBe('1');
  });
});

describe('metadata of a span', () => {
  it('repeats nothing that became a field, the two gen_ai models excepted', () => {
    const observation = observationOf({
      'gen_ai.request.model': 'm',
      'gen_ai.response.model': 'm-1',
      'gen_ai.usage.input_tokens': 1,
      'gen_ai.input.messages': '[]',
      'gen_ai.request.temperature': 0.5,
      'user.id': 'u',
      'langfuse.trace.name': 't',
    });
    expect(metadataOf(observation, 'attributes')).toEqual({
      'gen_ai.request.model': 'm',
      'gen_ai.response.model': 'm-1',
    });
  });

  it('keeps an attribute beside an input whose media type is not told', () => {
    expect(metadataOf(observationOf({ 'input.value': 'x', 'app.x': 1 }), 'attributes')).toEqual({ 'app.x': 1 });
  });

  it('keeps what lost to another source', () => {
    const observation = observationOf({ 'langfuse.observation.input': 'wins', 'input.value': 'loses' });
    expect(observation.input).toBe('"wins"');
    expect(metadataOf(observation, 'attributes')).toEqual({ 'input.value': 'loses' });
  });

  it('has product metadata at the top level: dots in names stay dots, a whole object is spread as it was written', () => {
    const observation = observationOf({
      'langfuse.observation.metadata': '{"a": 1.0, "b.c": "42", "own": "blob"}',
      'langfuse.observation.metadata.own': 'key',
      'langfuse.observation.metadata.x.y': '{"json": 1.0}',
      'langfuse.metadata.alias': 5,
    });
    expect(observation.metadata).toEqual(
      new Map([
        ['own', '"key"'],
        ['x.y', '{"json": 1.0}'],
        ['a', '1.0'],
        ['b.c', '"42"'],
        ['alias', '5'],
      ]),
    );
  });

  it('has no U+0000 and no lone surrogate in the keys of a whole object, however these were escaped', () => {
    const observation = observationOf({ 'langfuse.observation.metadata': '{"a\\u0000b\\ud800": 1}' });
    expect(observation.metadata).toEqual(new Map([['a\ufffdb\ufffd', '1']]));
  });

  it('spreads metadata sent as a map, and leaves text that is no object among the attributes', () => {
    expect(observationOf({ 'langfuse.observation.metadata': { a: [1] } }).metadata).toEqual(new Map([['a', '[1]']]));
    const observation = observationOf({ 'langfuse.observation.metadata': 'plain' });
    expect(metadataOf(observation, 'attributes')).toEqual({ 'langfuse.observation.metadata': 'plain' });
  });

  it('prefers the first prefix and keeps the other value among the attributes', () => {
    const observation = observationOf({ 'vendor.observation.metadata.k': 'v', 'langfuse.observation.metadata.k': 'l' });
    expect(metadataOf(observation, 'k')).toBe('l');
    expect(metadataOf(observation, 'attributes')).toEqual({ 'vendor.observation.metadata.k': 'v' });
  });

  it('keeps both where the sender uses a key that is ours', () => {
    const observation = observationOf({ 'langfuse.observation.metadata.attributes': 'mine', 'app.x': 1 });
    expect(metadataOf(observation, 'attributes')).toBe('mine');
    expect(metadataOf(observation, 'sluice.attributes')).toEqual({ 'app.x': 1 });
  });

  it('keeps events that no field took, links, and how much the sender dropped', () => {
    const observation = observationOf(
      { 'gen_ai.operation.name': 'chat' },
      {
        events: [
          eventOf('gen_ai.user.message', { content: 'hi' }),
          eventOf('exception', { 'exception.message': 'boom' }, START),
          eventOf('bare'),
        ],
        links: [{ traceId: 'f'.repeat(32), spanId: 'e'.repeat(16), attributes: new Map([['k', 'v']]) }],
        dropped: 3,
      },
    );
    expect(metadataOf(observation, 'events')).toEqual([
      { name: 'exception', time: '2026-11-20T21:00:00.000000Z', attributes: { 'exception.message': 'boom' } },
      { name: 'bare' },
    ]);
    expect(metadataOf(observation, 'links')).toEqual([
      {
        traceId: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
        observationId: '00000000-0000-0000-eeee-eeeeeeeeeeee',
        attributes: { k: 'v' },
      },
    ]);
    expect(metadataOf(observation, 'otel.dropped')).toBe(3);
  });

  it('leaves a metadata attribute without a key among the attributes', () => {
    const attributes = { 'langfuse.observation.metadata.': 'x' };
    expect(metadataOf(observationOf(attributes), 'attributes')).toEqual(attributes);
  });

  it('takes attributes named like members of Object.prototype', () => {
    const observation = observationOf(
      JSON.parse('{"__proto__":1,"constructor":"c","langfuse.observation.metadata.__proto__":"p"}') as Record<
        string,
        string
      >,
    );
    expect(observation.metadata?.get('__proto__')).toBe('"p"');
    expect(observation.metadata?.get('attributes')).toBe('{"__proto__":1,"constructor":"c"}');
  });
});

describe('a model call', () => {
  const usage = { 'gen_ai.usage.input_tokens': 10, 'gen_ai.usage.output_tokens': 5 };
  const call = { 'gen_ai.operation.name': 'chat', ...usage };
  const scopeOf = (attributes: AttributesSent, name: string) =>
    recordOf([spanOf('a', attributes)], { scope: { name, version: '1' } }).observations[0]?.scope;

  it('with usage carries a short hash of the name of its scope', () => {
    const [one, other] = [scopeOf(call, 'one'), scopeOf(call, 'other')];
    expect(one).toMatch(/^[\w-]{8}$/);
    expect(other).not.toBe(one);
    const embedding = { ...call, 'gen_ai.operation.name': 'embeddings' };
    expect(recordOf([spanOf('a', embedding)], { scope: { name: 'one', version: '2' } }).observations[0]?.scope).toBe(
      one,
    );
  });

  it.each<[string, AttributesSent, string]>([
    ['without usage', { 'gen_ai.operation.name': 'chat' }, 'one'],
    ['with usage of the product', { ...call, 'langfuse.observation.usage_details': '{"input":10}' }, 'one'],
    ['that only wraps others', { ...usage, 'gen_ai.operation.name': 'invoke_agent' }, 'one'],
    ['of ADK, which has the same one inside', { ...call, 'gcp.vertex.agent.llm_request': '{}' }, 'gcp.vertex.agent'],
    ['that is a tool', { ...usage, 'gen_ai.operation.name': 'execute_tool' }, 'one'],
  ])('%s carries none', (_, attributes, scope) => {
    const span = spanOf('a', attributes, { name: 'call_llm' });
    expect(recordOf([span], { scope: { name: scope, version: '1.24.0' } }).observations[0]).not.toHaveProperty('scope');
  });

  it.each([
    'openinference.instrumentation.claude_agent_sdk',
    '@arizeai/openinference-instrumentation-claude-agent-sdk',
  ])('is sent by nobody below a wrapper of %s, which carries its scope', (name) => {
    const run = {
      'openinference.span.kind': 'AGENT',
      'llm.token_count.prompt': 52_000,
      'llm.token_count.completion': 900,
    };
    const { observations } = recordOf([spanOf('a', run)], { scope: { name, version: '1' } });
    expect(observations[0]).toMatchObject({ counted: false, scope: expect.any(String) as string });
    expect(scopeOf({ 'openinference.span.kind': 'AGENT' }, name)).toBeUndefined();
  });

  it('has no scope any more where the product sends its usage later in the request', () => {
    const details = { 'langfuse.observation.usage_details': '{"input":7}' };
    const scopesOf = (...sent: AttributesSent[]) =>
      recordOf(
        sent.map((attributes) => spanOf('a', attributes)),
        { scope: { name: 'one', version: '' } },
      ).observations.map(({ scope }) => scope !== undefined);
    expect([scopesOf(call, details), scopesOf(details, call), scopesOf(call, {})]).toEqual([[false], [true], [true]]);
  });
});
