import { type SettingsError, readSettings } from '@sluice/runtime';
import { readTarget, selfTraceFields, selfTraceProblems } from './settings';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://receiver:4318' };

function targetOf(env: NodeJS.ProcessEnv) {
  const reading = readTarget(readSettings({ SELF_TRACES: 'true', ...env }, selfTraceFields, selfTraceProblems));
  return reading.ok ? reading.value : undefined;
}

function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    targetOf(env);
    return [];
  } catch (error) {
    return (error as SettingsError).problems;
  }
}

test('what a host has for other programs is neither used nor judged without the switch', () => {
  const ofOthers = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317',
    OTEL_EXPORTER_OTLP_HEADERS: 'no header',
    OTEL_TRACES_SAMPLER: 'xray',
    OTEL_TRACES_SAMPLER_ARG: 'endpoint=http://xray',
    OTEL_BSP_SCHEDULE_DELAY: 'often',
  };
  expect(targetOf({ ...ofOthers, SELF_TRACES: 'false' })).toBeUndefined();
  expect(targetOf({ ...ofOthers, SELF_TRACES: '' })).toBeUndefined();
  expect(problemsOf(ofOthers)).toHaveLength(4);
});

test.each([
  ['a base', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://receiver:4318' }, 'http://receiver:4318/v1/traces'],
  ['a base with a path', { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://a/otel/' }, 'https://a/otel/v1/traces'],
  ['a whole URL', { ...ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://b/in' }, 'https://b/in'],
])('they go to %s', (_, env, url) => {
  expect(targetOf(env)?.url.href).toBe(url);
});

test('headers are percent-decoded; those for traces win', () => {
  const env = {
    ...ENDPOINT,
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20a%2Cb, x-tenant = one=two ,',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'authorization=Bearer c',
  };
  expect(targetOf(env)?.headers).toEqual({ authorization: 'Bearer c', 'x-tenant': 'one=two' });
});

test.each([
  ['always_on', '0.5', 1],
  ['parentbased_always_off', undefined, 0],
  ['traceidratio', '0.25', 0.25],
  ['parentbased_traceidratio', undefined, 1],
])('of the sampler %s with %s the share is %s', (sampler, argument, share) => {
  const env = { ...ENDPOINT, OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: argument };
  expect(targetOf(env)?.share).toBe(share);
});

test.each([
  ['no endpoint', { OTEL_EXPORTER_OTLP_ENDPOINT: '' }, 'SELF_TRACES: needs OTEL_EXPORTER_OTLP_ENDPOINT or '],
  ['no URL', { OTEL_EXPORTER_OTLP_ENDPOINT: 'receiver:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT: expected a URL'],
  ['a password', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://u:secret@a' }, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: '],
  ['no header', { OTEL_EXPORTER_OTLP_HEADERS: 'Authorization: secret' }, 'OTEL_EXPORTER_OTLP_HEADERS: expected name'],
  ['half a character', { OTEL_EXPORTER_OTLP_HEADERS: 'a=secret%f' }, 'OTEL_EXPORTER_OTLP_HEADERS: expected name'],
  ['a line break', { OTEL_EXPORTER_OTLP_HEADERS: 'a=secret%0d%0ab: c' }, 'OTEL_EXPORTER_OTLP_HEADERS: expected name'],
  ['many headers', { OTEL_EXPORTER_OTLP_HEADERS: 'a=secret,'.repeat(1e5) }, 'OTEL_EXPORTER_OTLP_HEADERS: expected at'],
  ['a sampler that there is not', { OTEL_TRACES_SAMPLER: 'xray' }, 'OTEL_TRACES_SAMPLER: expected always_on'],
  ['too large a share', { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '1.5' }, '_ARG: expected'],
  ['a share that is none', { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: ' ' }, '_ARG: expected'],
  ['no delay', { OTEL_BSP_SCHEDULE_DELAY: '0' }, 'OTEL_BSP_SCHEDULE_DELAY: expected an integer from 10 to 60000'],
])('%s is refused, and shown to nobody', (_, env, problem) => {
  const problems = problemsOf({ ...ENDPOINT, ...env });
  expect(problems).toEqual([expect.stringContaining(problem)]);
  expect(problems.join()).not.toContain('secret');
});
