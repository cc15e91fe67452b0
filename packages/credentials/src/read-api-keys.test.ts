import { secretDigest } from './api-key';
import { readApiKeys, readProjectTerms } from './read-api-keys';
import { retentionDaysOf } from './retention-days';
import { SCOPES } from './grant';

const HASH = `sha256:${secretDigest('a-secret').toString('hex')}`;

function keysOf(text: string) {
  const reading = readApiKeys(text);
  if (!reading.ok) throw new Error(reading.problems.join('\n'));
  return reading.value.keys;
}

function problemsOf(text: string): readonly string[] {
  const reading = readApiKeys(text);
  return reading.ok ? [] : reading.problems;
}

/** Makes a document of one entry with changed members; undefined omits one. */
function entry(changes: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ keys: [{ name: 'ci', token: HASH, scopes: ['read'], ...changes }] });
}

const YAML = `# Who may send and read
---
projects:
  acme:
  beta: {}
keys:
  - name: ci # sends
    project: acme
    publicKey: pk-ci
    secretKey: a-secret
    scopes: [ingest]
    expires: 2027-01-31
  - name: console
    token: ${HASH}
    scopes:
      - read
      - admin
`;

describe('a document of credentials', () => {
  it('is read as YAML and, the same, as JSON', () => {
    const ofYaml = keysOf(YAML);
    expect(ofYaml).toEqual([
      {
        name: 'ci',
        project: 'acme',
        publicKey: 'pk-ci',
        secretDigest: secretDigest('a-secret'),
        isShort: true,
        scopes: ['ingest'],
        expiresAt: Date.UTC(2027, 0, 31) * 1000,
      },
      { name: 'console', secretDigest: secretDigest('a-secret'), scopes: ['read', 'admin'] },
    ]);
    const entries = [
      {
        ...{ name: 'ci', project: 'acme', publicKey: 'pk-ci', secretKey: 'a-secret', scopes: ['ingest'] },
        expires: '2027-01-31T01:00:00+01:00',
      },
      { name: 'console', token: HASH.toUpperCase().replace('SHA', 'sha'), scopes: ['read', 'admin'] },
    ];
    for (const indent of [undefined, 2, '\t']) {
      const projects = { acme: null, beta: {} };
      expect(keysOf(JSON.stringify({ projects, keys: entries }, undefined, indent))).toEqual(ofYaml);
    }
    expect(keysOf(YAML.replaceAll('\n', '\r\n'))).toEqual(ofYaml);
  });

  it('has times as `keys list` shows them', () => {
    const shown = new Date(Date.UTC(2027, 0, 31, 18)).toISOString();
    const [key] = keysOf(JSON.stringify({ keys: [{ name: 'a', token: HASH, scopes: ['read'], expires: shown }] }));
    expect(key?.expiresAt).toBe(Date.parse(shown) * 1000);
  });

  it('is one where its first line begins as one, else it is lines of pairs', () => {
    const pair = { publicKey: 'keys', secretDigest: secretDigest('secret'), scopes: SCOPES, isShort: true };
    expect(keysOf('keys:secret')).toEqual([pair]);
    expect(keysOf('pk:sk,\nkeys:secret')).toHaveLength(2);
    expect(keysOf(`"keys":\n  - {name: a, token: t, scopes: [read]}`)).toHaveLength(1);
    expect(problemsOf('pk:sk\nkeys:')).toEqual([
      expect.stringContaining('or a document, which begins with keys:, projects: or {'),
    ]);
    expect(keysOf('projects:\n  a:\nkeys: [{name: a, token: t, scopes: [read]}]')).toHaveLength(1);
    expect(problemsOf('# made\n\n  - name: ci\n    token: abc')).toEqual([
      'line 3: an entry of a document stands below a line "keys:", which is missing',
    ]);
    expect(problemsOf('Keys: []')).toEqual([expect.stringContaining('in line 1')]);
  });

  it('takes text without quotes as it is written, also where YAML reads a number', () => {
    const [key] = keysOf('keys: [{ name: 007, token: 0x1F, scopes: [read] }]');
    expect(key).toMatchObject({ name: '007', secretDigest: secretDigest('0x1F') });
  });

  it.each<[string, string]>([
    [entry({ scopes: ['read', 'readd'] }), 'keys[0].scopes[1]: expected one of ingest, read, admin, got "readd"'],
    [entry({ scopes: ['read', 'read'] }), 'keys[0].scopes[1]: read is given twice'],
    [entry({ scopes: [] }), 'keys[0].scopes: expected a list of 1 to 3 scopes, got 0'],
    [entry({ scopes: 'read' }), 'keys[0].scopes: expected a list of 1 to 3 scopes, got text'],
    [entry({ scopes: [['read']] }), 'keys[0].scopes[0]: expected text, got a list'],
    [entry({ scopes: undefined }), 'keys[0].scopes: it is required'],
    [entry({ name: undefined }), 'keys[0].name: it is required'],
    [entry({ name: null }), 'keys[0].name: it is empty'],
    [
      entry({ name: 'a b' }),
      'keys[0].name: expected 1 to 64 letters, digits, ".", "_" and "-", the first a letter or digit, got "a b"',
    ],
    [entry({ publicKey: 'pk' }), 'keys[0]: expected token, or publicKey with secretKey'],
    [entry({ token: undefined }), 'keys[0]: expected token, or publicKey with secretKey'],
    [entry({ token: undefined, publicKey: 'pk' }), 'keys[0].secretKey: it is required'],
    [entry({ token: undefined, secretKey: 'sk' }), 'keys[0].publicKey: it is required'],
    [
      entry({ token: undefined, publicKey: 'p:k', secretKey: 'sk' }),
      'keys[0].publicKey: expected printable ASCII without spaces and colon, got another value (not shown)',
    ],
    [
      entry({ expires: 'soon' }),
      'keys[0].expires: expected a day such as 2027-01-31, or a time such as 2027-01-31T18:00:00Z, got "soon"',
    ],
    [
      entry({ expires: '2027-02-31' }),
      'keys[0].expires: expected a day such as 2027-01-31, or a time such as 2027-01-31T18:00:00Z, got "2027-02-31"',
    ],
    [
      entry({ expires: '2027-01-31T18:00:00' }),
      'keys[0].expires: expected a day such as 2027-01-31, or a time such as 2027-01-31T18:00:00Z, got "2027-01-31T18:00:00"',
    ],
    [entry({ expire: '2027-01-31' }), 'keys[0].expire: there is no such member, did you mean "expires"?'],
    [entry({ Public_Key: 'pk' }), 'keys[0].Public_Key: there is no such member, did you mean "publicKey"?'],
    [
      'keys:\n  - name: ci\n    hunter2: x\n    token: t\n    scopes: [read]',
      'keys[0]: the member in line 3 is unknown, accepted are name, project, publicKey, secretKey, token, scopes, expires, quota',
    ],
    ['keys: []', 'keys: expected a list of 1 to 1000 credentials, got 0'],
    ['keys: hunter2', 'keys: expected a list of 1 to 1000 credentials, got text'],
    ['keys:', 'keys: it is empty'],
    ['{}', 'keys: expected a list of 1 to 1000 credentials, got nothing'],
    ['keys: [{ name: a, name: b, token: t, scopes: [read] }]', 'keys[0].name: it is given twice'],
    ['keys: [{ name: a, token: t, scopes: [read] }]\nkey: x', 'key: there is no such member, did you mean "keys"?'],
    [
      'keys:\n  - &a { name: a, token: t, scopes: [read] }\n  - *a',
      'keys[1]: expected a mapping of name, project, publicKey, secretKey, token, scopes, expires, quota, got an alias, which is not accepted',
    ],
    ['keys:\n - name: a\n   token: "hunter2', 'line 3, column 19: this is no YAML, and no JSON (MISSING_CHAR)'],
    ['keys: !x hunter2', 'line 1, column 7: this is no YAML, and no JSON (TAG_RESOLVE_FAILED)'],
    ['{"keys": [}', 'line 1, column 11: this is no YAML, and no JSON (BAD_INDENT)'],
  ])('names the place of what is wrong: %s', (text, problem) => {
    expect(problemsOf(text)).toContain(problem);
  });

  it.each<[string, string]>([
    ['amce', 'keys[0].project: expected a project that is listed under projects, got "amce", did you mean "acme"?'],
    ['Beta', 'keys[0].project: expected a project that is listed under projects, got "Beta", did you mean "beta"?'],
    ['other', 'keys[0].project: expected a project that is listed under projects, got "other"'],
  ])('knows no project that is not listed: %s', (project, problem) => {
    const keys = [{ name: 'ci', token: HASH, scopes: ['read'], project }];
    expect(problemsOf(JSON.stringify({ projects: { acme: {}, beta: null }, keys }))).toEqual([problem]);
    expect(problemsOf(JSON.stringify({ keys }))).toEqual([expect.stringContaining('listed under projects')]);
  });

  it.each<[string, string]>([
    ['projects: acme', 'projects: expected a mapping of 1 to 1000 projects, got text'],
    ['projects: {}', 'projects: expected a mapping of 1 to 1000 projects, got 0'],
    ['projects:', 'projects: it is empty'],
    [
      'projects: { -a: }',
      'projects: expected ids of 1 to 64 letters, digits, ".", "_" and "-", the first a letter or digit, got "-a"',
    ],
    ['projects: { a: , a: }', 'projects.a: it is given twice'],
    ['projects: { a: text }', 'projects.a: expected a mapping of quota, retentionDays, got text'],
    ['projects: { a: { b: 1 } }', 'projects.a: the member in line 1 is unknown, accepted are quota, retentionDays'],
    [
      'projects: { a: { quota: { items: 1 } } }',
      'projects.a.quota: the member in line 1 is unknown, accepted are requestsPerSecond, itemsPerSecond, bytesPerSecond',
    ],
    [
      'projects: { a: { quota: {} } }',
      'projects.a.quota: expected one or more of requestsPerSecond, itemsPerSecond, bytesPerSecond',
    ],
    [
      'projects: { a: { quota: { itemsPerSecond: 0 } } }',
      'projects.a.quota.itemsPerSecond: expected an integer from 1 to 1000000000000, got "0"',
    ],
    [
      'projects: { a: { quota: { bytesPerSecond: much } } }',
      'projects.a.quota.bytesPerSecond: expected a size such as 20MiB, 512KiB or 1048576, got "much"',
    ],
    [
      'projects: { a: { quota: { requestPerSecond: 1 } } }',
      'projects.a.quota.requestPerSecond: there is no such member, did you mean "requestsPerSecond"?',
    ],
    ['projects: { [a]: }', 'projects: expected text, got a list'],
  ])('names what is wrong with projects: %s', (projects, problem) => {
    expect(problemsOf(`${projects}\nkeys: [{ name: a, token: t, scopes: [read] }]`)).toContain(problem);
  });

  it('shows nothing that may be secret', () => {
    const texts = [
      entry({ token: 'hunter2 hunter2' }),
      entry({ token: 'sha256:hunter2' }),
      entry({ token: ['hunter2'] }),
      entry({ hunter2: 1 }),
      entry({ scopes: ['hunter2-is-longer-than-any-scope'] }),
      entry({ token: undefined, publicKey: 'hunter2:', secretKey: 'hunter2 ' }),
      'keys: "hunter2',
      'keys: *hunter2',
      '%hunter2\n---\nkeys: []',
      'keys: []\n--- # hunter2\n?hunter2',
      'hunter2',
    ];
    for (const text of texts) {
      expect(problemsOf(text).length).toBeGreaterThan(0);
      expect(problemsOf(text).join()).not.toContain('hunter2');
    }
  });

  it('has every entry, name, public key and token once', () => {
    const keys = [
      { name: 'a', token: HASH, scopes: ['read'] },
      { name: 'a', publicKey: 'pk', secretKey: 'a-secret', scopes: ['read'] },
      { name: 'b', publicKey: 'pk', secretKey: 'another', scopes: ['ingest'] },
      { name: 'c', token: 'a-secret', scopes: ['admin'] },
    ];
    expect(problemsOf(JSON.stringify({ keys }))).toEqual([
      'keys[1].name: it is that of keys[0] already',
      'keys[2].publicKey: it is that of keys[1] already',
      'keys[3].token: it is that of keys[0] already',
    ]);
  });

  it('has quotas of credentials and of projects', () => {
    const reading = readApiKeys(
      'projects: { a: { quota: { bytesPerSecond: 1MiB } } }\n' +
        'keys: [{ name: n, token: t, scopes: [read], quota: { requestsPerSecond: 5, itemsPerSecond: 100 } }]',
    );
    if (!reading.ok) throw new Error(reading.problems.join());
    expect(reading.value.keys).toMatchObject([{ quota: { requestsPerSecond: 5, itemsPerSecond: 100 } }]);
    expect(reading.value.projects).toEqual(new Map([['a', { quota: { bytesPerSecond: 1_048_576 } }]]));
  });

  it('says how long projects keep what they have, also for who needs no credentials', () => {
    const projects = 'projects: { main: { retentionDays: 7 }, acme: { retentionDays: 30 }, beta: }';
    const reading = readProjectTerms(projects);
    if (!reading.ok) throw new Error(reading.problems.join());
    expect([...retentionDaysOf(reading.value, 'main')]).toEqual([
      ['', 7],
      ['acme', 30],
    ]);
    expect(problemsOf(projects)).toEqual([expect.stringContaining('keys: expected a list')]);
    expect(readProjectTerms('pk:sk')).toEqual({ ok: true, value: new Map() });
    for (const days of ['0', '36501', '1.5', 'x']) {
      expect(problemsOf(projects.replace('30', days))).toContain(
        `projects.acme.retentionDays: expected an integer from 1 to 36500, got "${days}"`,
      );
    }
  });

  it('is the only one of its file: nothing of another one would be used', () => {
    const [one, two] = ['a', 'b'].map((name) => `keys:\n - {name: ${name}, token: t-${name}, scopes: [read]}\n`);
    for (const mark of ['---\n', '...\n---\n', '--- # the next\n']) {
      expect(problemsOf(`${one}${mark}${two}`)).toEqual([
        expect.stringMatching(/^line [34]: a second document begins, only one is accepted$/),
      ]);
    }
    expect(keysOf(`---\n${one}...\n`)).toHaveLength(1);
  });

  it('tells all that is wrong, and the first of very many', () => {
    const keys = Array.from({ length: 50 }, () => ({}));
    const problems = problemsOf(JSON.stringify({ keys }));
    expect(problems).toHaveLength(21);
    expect(problems[20]).toBe('130 more problems');
  });

  it('has a thousand credentials at most', () => {
    const text = (count: number): string =>
      ['keys:', ...Array.from({ length: count }, (_, n) => ` - {name: n${n}, token: t${n}, scopes: [read]}`)].join(
        '\n',
      );
    expect(keysOf(text(1000))).toHaveLength(1000);
    expect(problemsOf(text(1001))).toEqual(['keys: expected a list of 1 to 1000 credentials, got 1001']);
  });

  it.each([
    ['brackets', '['.repeat(200_000)],
    ['braces', '{a: '.repeat(50_000)],
    ['marks of lists', `- ${'- '.repeat(100_000)}`],
    ['questions', '? '.repeat(100_000)],
    ['aliases of aliases', `a: &a [x,x]\n${'b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\n'.repeat(2000)}`],
    ['commas', `[${','.repeat(200_000)}`],
    ['members', Array.from({ length: 30_000 }, (_, n) => `k${n}: x`).join('\n')],
    ['the same member', 'keys: x\n'.repeat(30_000)],
    ['indentation', Array.from({ length: 700 }, (_, n) => `${' '.repeat(n)}a:`).join('\n')],
  ])('that is nothing but %s is refused, and does not end the process', (_, rest) => {
    expect(problemsOf(`keys:\n  ${rest}`).length).toBeGreaterThan(0);
    expect(problemsOf(`keys: []\n${rest}`).length).toBeGreaterThan(0);
  });
});
