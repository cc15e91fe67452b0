import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expiryOfSignInCode } from '@sluice/credentials';
import { temporaryFolder } from '@sluice/testbed/machine';
import { runCommand } from './run-command.testing';

const folder = temporaryFolder('sign-in', afterAll);
const path = join(folder, 'credentials.json');
const signIn = (env: NodeJS.ProcessEnv = {}, ...args: readonly string[]) =>
  runCommand(['sign-in', ...args], { DATA_DIR: folder, ...env });

it.each([
  [{}, [], 'http://127.0.0.1:3000/ui/#code='],
  [{ PORT: '8080' }, [], 'http://127.0.0.1:8080/ui/#code='],
  [{}, ['--url', 'https://sluice.example/behind/'], 'https://sluice.example/behind/ui/#code='],
])('prints a link whose code the server takes, and not the secret: %j %j', async (env, args, start) => {
  writeFileSync(path, '{"publicKey": "pk", "secretKey": "hunter2"}');
  const { code, lines, errors } = await signIn(env, ...args);
  expect([code, lines.length, errors]).toEqual([0, 1, '']);
  const [line = ''] = lines;
  expect(line.slice(0, start.length)).toBe(start);
  expect(expiryOfSignInCode('hunter2', line.slice(start.length), Date.now())).toBeGreaterThan(Date.now());
  expect(line).not.toContain('hunter2');
});

it.each([
  ['{"secretKey": 7}', 'holds no secretKey'],
  ['hunter2', 'holds no secretKey'],
  [undefined, 'npm start makes it'],
])('says what is wrong with %j by its path', async (text, problem) => {
  rmSync(path, { force: true });
  if (text !== undefined) writeFileSync(path, text);
  const { code, lines, errors } = await signIn();
  expect([code, lines]).toEqual([1, []]);
  expect(errors).toContain(path);
  expect(errors).toContain(problem);
  expect(errors).not.toContain('hunter2');
});
