import { execFileSync } from 'node:child_process';
import { kindOf } from '../api/credential-kind';
import { basic, bearer, secretsOf } from '../api/credentials';
import { WAYS } from '../url/start-address';
import { type Destination, environment, program } from './snippets';

const at = (authorization: string): Destination => ({
  url: 'http://127.0.0.1:3000',
  authorization,
  kind: kindOf(authorization),
  secrets: secretsOf(authorization),
});
const TOKEN = at(bearer("sluice-it's $HOME"));
const PAIR = at(basic('pk-lf-1', 'sk-lf-1'));

let made = 0;
const id = () => String(++made).padStart(32, '0');

/** Returns the values of variables in a shell after some lines. */
const variables = (lines: string, ...names: string[]) =>
  execFileSync('sh', ['-c', `${lines}\nprintf '%s\\n' ${names.map((name) => `"$${name}"`).join(' ')}`], {
    encoding: 'utf8',
  })
    .trimEnd()
    .split('\n');

test('a shell sets the variables to what was signed in with', () => {
  expect(variables(environment('curl', TOKEN), 'SLUICE_TOKEN')).toEqual(["sluice-it's $HOME"]);
  expect(variables(environment('curl', PAIR), 'SLUICE_PUBLIC_KEY', 'SLUICE_SECRET_KEY')).toEqual([
    'pk-lf-1',
    'sk-lf-1',
  ]);
  expect(variables(environment('langfuse', PAIR), 'LANGFUSE_BASE_URL', 'LANGFUSE_SECRET_KEY')).toEqual([
    'http://127.0.0.1:3000',
    'sk-lf-1',
  ]);
  const [endpoint, headers = ''] = variables(
    environment('python', PAIR),
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OTEL_EXPORTER_OTLP_HEADERS',
  );
  expect(endpoint).toBe('http://127.0.0.1:3000/api/public/otel');
  expect(decodeURIComponent(headers)).toBe(`Authorization=${PAIR.authorization}`);
});

test.each(WAYS)('what is pasted for %s is a program of a shell, and holds no secret', (way) => {
  for (const destination of [TOKEN, PAIR]) {
    const text = program(way, destination, 0, id);
    execFileSync('sh', ['-n'], { input: text });
    expect(text).not.toContain('sluice-it');
    expect(text).not.toContain('sk-lf-1');
  }
});

test('what curl sends is a trace that has just been, with a model call in it', () => {
  const command = program('curl', TOKEN, Date.parse('2026-11-20T10:00:02.500Z'), id);
  const sent = execFileSync('sh', ['-c', `curl() { for last; do :; done; printf %s "$last"; }\n${command}`], {
    encoding: 'utf8',
  });
  const { trace, observations } = JSON.parse(sent) as {
    trace: { id: string };
    observations: Record<string, unknown>[];
  };
  const [root, call] = observations;
  expect(root).toMatchObject({ startTime: '2026-11-20T10:00:00.000Z', endTime: '2026-11-20T10:00:02.500Z' });
  expect(call).toMatchObject({ parentObservationId: root?.['id'], model: 'gpt-4o', totalTokens: 1280 });
  expect(new Set([trace.id, root?.['id'], call?.['id']]).size).toBe(3);
});
