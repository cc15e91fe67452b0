import { metadataOf, observationOf, recordOf, spanOf, START } from '../fixtures/otlp-request';
import type { AttributesSent } from '../fixtures/otlp-request';

// Built from the attributes in the sources of the senders; no capture has them.

const inScope = (attributes: AttributesSent, name: string) =>
  observationOf(attributes, {}, { scope: { name, version: '1.0.0' } });

describe('Claude Code', () => {
  const scope = 'com.anthropic.claude_code.tracing';
  const call = {
    ...{ 'span.type': 'llm_request', 'gen_ai.request.model': 'claude-sonnet-4-5', 'gen_ai.system': 'anthropic' },
    ...{ input_tokens: 3, output_tokens: 1100, cache_read_tokens: 2, cache_creation_tokens: 1, ttft_ms: 1700 },
  };

  it('a model call: its counts are disjoint, as those of Anthropic', () => {
    const observation = inScope(call, scope);
    expect(observation).toMatchObject({ type: 'GENERATION', completionStartTime: START + 1_700_000, counted: true });
    expect(observation.usage).toEqual({
      input: { input: 3, input_cached_tokens: 2, input_cache_creation: 1 },
      output: { output: 1100 },
    });
  });

  it('a turn: its input is the prompt, where that was sent', () => {
    const turn = { 'span.type': 'interaction', user_prompt: '{"city": "Oslo"}', user_prompt_length: 16 };
    const observation = inScope(turn, scope);
    expect(observation.input).toBe('{"city": "Oslo"}');
    expect(metadataOf(observation, 'attributes')).toEqual({ 'span.type': 'interaction', user_prompt_length: 16 });
    expect(inScope({ user_prompt: 'Is it open?' }, scope).input).toBe('"Is it open?"');
    const redacted = inScope({ user_prompt: '<REDACTED>' }, scope);
    expect(redacted).not.toHaveProperty('input');
    expect(metadataOf(redacted, 'attributes')).toEqual({ user_prompt: '<REDACTED>' });
    expect(inScope({ user_prompt: 'Is it open?' }, 'another')).not.toHaveProperty('input');
  });

  it('its names mean nothing in another scope, and are kept there', () => {
    const observation = inScope(call, 'another');
    expect(observation).not.toHaveProperty('usage');
    expect(observation).not.toHaveProperty('completionStartTime');
    expect(metadataOf(observation, 'attributes')).toMatchObject({ input_tokens: 3, ttft_ms: 1700 });
  });
});

describe('Pipecat', () => {
  const call = { input: '[{"role":"user","content":"Is it open?"}]', output: 'Until six.', 'metrics.ttfb': 0.35 };

  it('a model call: its messages, its answer, its first byte', () => {
    expect(inScope(call, 'pipecat')).toMatchObject({
      input: call.input,
      output: '"Until six."',
      completionStartTime: START + 350_000,
    });
  });

  it('has seconds in its own scope alone', () => {
    expect(inScope(call, 'another')).not.toHaveProperty('completionStartTime');
  });
});

describe('Mastra', () => {
  const run = {
    ...{
      'mastra.span.type': 'agent_run',
      'mastra.agent_run.input': 'hello',
      'mastra.agent_run.output': '{"text":"hi"}',
    },
    ...{ 'mastra.workflow_run.input': 'of another type', 'mastra.completion_start_time': '2026-11-20T21:00:00.250Z' },
    ...{ 'mastra.metadata.userId': 'ada', 'mastra.metadata.sessionId': 's1', 'gen_ai.conversation.id': 'thread' },
    ...{ 'mastra.metadata.team': 'research', 'mastra.tags': '["a","b"]' },
  };

  it('a run: its input and output have its type in their names, its metadata stands at the top', () => {
    const { observations, updates, tags } = recordOf([spanOf('a', run)]);
    const [observation] = observations;
    expect(observation).toMatchObject({
      input: '"hello"',
      output: '{"text":"hi"}',
      completionStartTime: START + 250_000,
    });
    expect(observation && metadataOf(observation, 'team')).toBe('research');
    expect(tags).toEqual(['a', 'b']);
    expect(updates[0]?.fields).toMatchObject({ userId: 'ada', sessionId: 's1' });
  });

  it('the thread is the session where none was named', () => {
    const { 'mastra.metadata.sessionId': _, ...rest } = run;
    expect(recordOf([spanOf('a', rest)]).updates[0]?.fields.sessionId).toBe('thread');
  });
});

describe('a call that ended with an error', () => {
  const levelOf = (attributes: AttributesSent, statusCode = 1) => observationOf(attributes, { statusCode }).level;

  it.each<[string, AttributesSent, string | undefined]>([
    ['as Mastra sends it', { 'gen_ai.response.finish_reasons': '["error"]' }, 'ERROR'],
    ['as the convention has it', { 'gen_ai.response.finish_reasons': ['stop', 'error'] }, 'ERROR'],
    ['as one text', { 'gen_ai.response.finish_reasons': 'error' }, 'ERROR'],
    ['of the AI SDK', { 'ai.response.finishReason': 'error' }, 'ERROR'],
    ['no error', { 'gen_ai.response.finish_reasons': ['stop'], 'ai.response.finishReason': 'stop' }, undefined],
    ['a word with it', { 'gen_ai.response.finish_reasons': 'no error' }, undefined],
    ['before the level of Logfire', { 'gen_ai.response.finish_reasons': ['error'], 'logfire.level_num': 13 }, 'ERROR'],
    [
      'after the level of the product',
      { 'gen_ai.response.finish_reasons': ['error'], 'langfuse.observation.level': 'DEBUG' },
      'DEBUG',
    ],
  ])('%s', (_, attributes, level) => expect(levelOf(attributes)).toBe(level));
});

describe('input and output under bare names', () => {
  it('are those of the observation and of a trace, of any sender', () => {
    const { observations, updates } = recordOf([spanOf('a', { input: 'hello', output: '{"a": 1.0}' })]);
    expect(observations[0]).toMatchObject({ input: '"hello"', output: '{"a": 1.0}' });
    expect(observations[0]).not.toHaveProperty('metadata');
    expect(updates[0]?.fields).toMatchObject({ input: { observationId: observations[0]?.id } });
  });

  it('give way to those of every convention', () => {
    const sent = { input: 'bare', 'input.value': 'hello', output: 'bare', 'gen_ai.completion': 'hi' };
    expect(observationOf(sent)).toMatchObject({ input: '"hello"', output: '"hi"' });
  });
});

describe('the first token of a server', () => {
  const sent = (value: number, scope: string) =>
    inScope({ 'gen_ai.server.time_to_first_token': value }, scope).completionStartTime;

  it('is in seconds, of Strands in milliseconds', () => {
    expect(sent(0.25, 'openlit.otel.tracing')).toBe(START + 250_000);
    expect(sent(250, 'strands.telemetry.tracer')).toBe(START + 250_000);
  });

  it('of Sentry has another name', () => {
    expect(observationOf({ 'gen_ai.response.time_to_first_token': 0.4 }).completionStartTime).toBe(START + 400_000);
  });
});
