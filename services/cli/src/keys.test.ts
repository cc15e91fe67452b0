import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readApiKeys } from '@sluice/credentials';
import { temporaryFolder } from '@sluice/testbed/machine';
import { runCommand } from './run-command.testing';

const folder = temporaryFolder('keys', afterAll);

function fileOf(text: string): string {
  const path = join(folder, 'keys.yaml');
  writeFileSync(path, text);
  return path;
}

const keys = (...args: readonly string[]) => runCommand(['keys', ...args], {});
const CREATE = ['create', '--name', 'ci', '--scopes'] as const;
const sha256 = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;

describe('sluice keys end-made', () => {
  it('removes the credentials that a standalone server has made, and fails by their path where there are none', async () => {
    const path = join(folder, 'credentials.json');
    writeFileSync(path, '{"bearerToken": "hunter2"}');
    const first = await runCommand(['keys', 'end-made'], { DATA_DIR: folder });
    expect(first).toMatchObject({ code: 0, errors: '' });
    expect(first.lines[0]).toBe(`removed ${path}: the server refuses these credentials from its next start on`);
    expect(existsSync(path)).toBe(false);
    const second = await runCommand(['keys', 'end-made'], { DATA_DIR: folder });
    expect(second).toMatchObject({ code: 1, lines: [], errors: expect.stringContaining(path) as string });
  });
});

describe('sluice keys create', () => {
  it('prints an entry for a document, with the digest of a secret that is only shown beside it', async () => {
    const { code, lines, errors } = await keys(...CREATE, 'ingest,read', '--expires', '2099-01-31');
    expect(code).toBe(0);
    const [, publicKey = ''] = /^public key: (pk-lf-[0-9a-f]{24})$/m.exec(errors) ?? [];
    const [, secret = ''] = /^secret key: (sk-lf-[0-9a-f]{64})$/m.exec(errors) ?? [];
    expect(lines.join('\n').split('\n')).toEqual([
      '  - name: ci',
      '    expires: 2099-01-31',
      `    publicKey: ${publicKey}`,
      `    secretKey: ${sha256(secret)}`,
      '    scopes:',
      '      - ingest',
      '      - read',
    ]);
    const second = await keys(...CREATE, 'read', '--project', 'acme');
    expect(second.lines.join()).toContain('    project: acme');
    expect(second.errors).toContain('belongs under keys: of the file, and acme: under projects:\n');
    expect(second.errors).not.toContain(secret);
  });

  it('makes bearer tokens, entries as JSON, and quotes what YAML would read as something else', async () => {
    const { lines } = await keys('create', '--name', 'null', '--scopes', 'read', '--token', '--json');
    const { entry, secret } = JSON.parse(lines.join()) as { entry: object; secret: string };
    expect(secret).toMatch(/^sluice-[0-9a-f]{64}$/);
    expect(entry).toEqual({ name: 'null', token: sha256(secret), scopes: ['read'] });
    const { lines: yaml } = await keys('create', '--name', 'null', '--scopes', 'read', '--token');
    expect(readApiKeys(`keys:\n${yaml.join('\n')}\n`)).toMatchObject({ ok: true, value: { keys: [{ name: 'null' }] } });
  });

  it.each([
    [[...CREATE, 'reed'], 'scopes[0]: expected one of ingest, read, admin, got "reed"'],
    [[...CREATE, 'read', '--expires', 'soon'], 'expires: expected a day'],
    [[...CREATE, 'read', '--expires', '2020-01-31'], 'expires: expected a time in the future'],
    [['create', '--name', 'a b', '--scopes', 'read'], 'name: expected 1 to 64 letters'],
    [[...CREATE, 'read', '--project', 'a b'], 'expected ids of 1 to 64 letters'],
    [['create', '--scopes', 'read'], "required option '--name <name>'"],
    [['create', '--name', 'ci'], "required option '--scopes <scopes>'"],
  ])('makes nothing of a wrong argument: %j', async (args, problem) => {
    const { code, lines, errors } = await keys(...args);
    expect({ code, lines }).toEqual({ code: 64, lines: [] });
    expect(errors).toContain(problem);
  });
});

describe('sluice keys list and check', () => {
  const document = [
    'projects: { acme: }',
    'keys:',
    '  - { name: ci, publicKey: pk-ci, secretKey: hunter2, scopes: [ingest] }',
    `  - { name: console, project: acme, token: "${sha256('x')}", scopes: [read, admin], expires: 2020-01-31 }`,
  ].join('\n');

  it('show no secret', async () => {
    const { code, lines } = await keys('list', fileOf(document));
    expect(code).toBe(0);
    expect(lines).toEqual([
      'name     project  kind   publicKey  scopes      expires                   state',
      'ci       -        pair   pk-ci      ingest      -                         ok',
      'console  acme     token  -          read,admin  2020-01-31T00:00:00.000Z  expired',
    ]);
    const json = await keys('list', '--json', fileOf(document));
    expect(JSON.parse(json.lines[1] ?? '')).toMatchObject({ name: 'console', kind: 'token', state: 'expired' });
    expect([...lines, ...json.lines].join()).not.toMatch(/hunter2|sha256/);
  });

  it('tell what is accepted and yet not as it should be', async () => {
    const { code, lines } = await keys('check', fileOf(document));
    expect(code).toBe(0);
    expect(lines).toEqual([
      'warn   keys[0] (ci): its secret is short enough to be guessed',
      'warn   keys[1] (console): it has expired',
      'ok     2 entries',
    ]);
    expect((await keys('check', fileOf('pk:a-secret-that-is-long'))).lines).toEqual(['ok     1 entry']);
  });

  it.each([
    [document.replace('[ingest]', '[ingest, hunter2-hunter2-hunter2-x]'), 'keys[0].scopes[1]: expected one of'],
    [document.replace('project: acme', 'project: other'), 'keys[1].project: expected a project that is listed'],
    ['pk:sk\nhunter2', 'in line 2'],
    ['', 'the file is empty'],
  ])('refuse what the services would refuse, by its place: %#', async (text, problem) => {
    const path = fileOf(text);
    for (const command of ['list', 'check']) {
      const { code, lines, errors } = await keys(command, path);
      expect({ code, lines }).toEqual({ code: 78, lines: [] });
      expect(errors).toContain(problem);
      expect(errors).not.toContain('hunter2');
    }
    expect(readFileSync(path, 'utf8')).toBe(text);
  });
});
