import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { CHART, hasHelm, template } from './helm';
import { LEAST, STANDALONE, over } from './value-sets';

const withHelm = hasHelm() ? describe : describe.skip;

withHelm('the notes after an installation', () => {
  // Helm prints the notes only with a cluster: a template in a copy of the chart has them as its text.
  const folder = mkdtempSync(join(tmpdir(), 'sluice-notes-'));
  beforeAll(() => {
    cpSync(CHART, folder, { recursive: true });
    const text = '{{ include (print .Template.BasePath "/NOTES.txt") . | toJson }}';
    writeFileSync(join(folder, 'templates/notes.yaml'), `notes: ${text}\n`);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function notes(values: Readonly<Record<string, unknown>>): string {
    const options = ['--namespace', 'obs', '--show-only', 'templates/notes.yaml'];
    const { ok, text } = template(values, { chart: folder, options });
    if (!ok) throw new Error(text);
    return (parse(text) as { notes: string }).notes;
  }

  test.each([
    [
      'the least',
      LEAST,
      ['http://sluice-gateway.obs:80', 'http://sluice-query.obs:80', 'service/sluice-query 3001:80'],
    ],
    [
      'the least',
      LEAST,
      [
        '\nExporters send OTLP/HTTP to http://sluice-gateway.obs:4318\nExporters send OTLP/gRPC to http://sluice-gateway.obs:4317\n',
      ],
    ],
    [
      'the least',
      LEAST,
      ['Secret sluice-credentials', 'helm test sluice -n obs', 'Nothing is ever dropped', 'Nobody watches'],
    ],
    [
      'an Ingress',
      over(LEAST, { ingress: { enabled: true, host: 'a.example' } }),
      ['to and read from http://a.example\n'],
    ],
    [
      'an Ingress with TLS',
      over(LEAST, { ingress: { enabled: true, host: 'a.example', tlsSecret: 'tls' } }),
      ['to and read from https://a.example\n'],
    ],
    [
      'TLS of OTLP',
      over(LEAST, { otlp: { tls: { existingSecret: 'otlp-tls' } } }),
      ['OTLP/gRPC to https://sluice-gateway.obs:4317\n'],
    ],
    [
      'one replica',
      over(LEAST, { kafka: { topics: { replicationFactor: 1, minInSyncReplicas: 1 } } }),
      ['Topics have one replica'],
    ],
    [
      'standalone',
      { standalone: { enabled: true } },
      ['Send to and read from http://sluice-standalone.obs:80', 'credentials.json'],
    ],
    ['standalone with tokens', STANDALONE, ['Secret sluice-credentials']],
  ])('say where it is and what to do next: %s', (_, values, expectedNotes) => {
    const text = notes(values);
    for (const each of expectedNotes) expect(text).toContain(each);
  });

  test('are silent about what is as it should be', () => {
    expect(notes(over(LEAST, { retentionDays: 30, podMonitor: { enabled: true } }))).not.toMatch(
      /dropped|watches|replica/,
    );
  });
});
