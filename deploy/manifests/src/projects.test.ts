import { hasHelm, template } from './helm';
import { type KubernetesObject, objectsOf, podOf } from './objects';
import { LEAST, STANDALONE, over } from './value-sets';

const withHelm = hasHelm() ? describe : describe.skip;

withHelm('projects', () => {
  function podsOf(values: Readonly<Record<string, unknown>>): ReadonlyMap<string, ReturnType<typeof podOf>> {
    const { ok, text } = template(values);
    if (!ok) throw new Error(text);
    const named = (object: KubernetesObject) => [object.metadata.name.replace('sluice-', ''), podOf(object)] as const;
    return new Map(objectsOf(text).map(named));
  }

  const settings = (pod: ReturnType<typeof podOf>): Readonly<Record<string, string | undefined>> =>
    Object.fromEntries((pod?.spec.containers[0]?.env ?? []).map(({ name, value }) => [name, value]));
  const credentials = (pod: ReturnType<typeof podOf>) =>
    pod?.spec.volumes?.find(({ name }) => name === 'credentials')?.['secret'];
  const writerOf = (...above: Readonly<Record<string, unknown>>[]) => podsOf(above.reduce(over, LEAST)).get('writer');

  test('PROJECT_ID is the same for all that has credentials or a database', () => {
    const pods = podsOf(over(LEAST, { projectId: 'acme' }));
    const projectOf = (name: string) => settings(pods.get(name))['PROJECT_ID'];
    expect(['gateway', 'writer', 'query', 'migrate', 'test-doctor', 'topics'].map(projectOf)).toEqual([
      ...Array.from({ length: 5 }, () => 'acme'),
      undefined,
    ]);
    const standalone = podsOf(over(STANDALONE, { projectId: 'acme' })).get('standalone');
    expect(settings(standalone)).toMatchObject({ PROJECT_ID: 'acme' });
  });

  test('writers have the document and the login that drops, and nothing else of the Secret', () => {
    const document = { credentials: { keyPairsKey: 'keys.yaml' } };
    const writer = writerOf(document);
    expect(settings(writer)).toMatchObject({
      API_KEYS_FILE: '/etc/sluice/credentials/keys.yaml',
      DATABASE_OWNER_URL: expect.stringContaining('sluice_owner_login') as string,
    });
    expect(settings(writer)).not.toHaveProperty('RETENTION_DAYS');
    expect(settings(writer)).not.toHaveProperty('API_BEARER_TOKEN_FILE');
    const items = [{ key: 'keys.yaml', path: 'keys.yaml' }];
    expect(credentials(writer)).toEqual({ secretName: 'sluice-credentials', items });
    const copied = writerOf(document, { credentials: { writerSecret: 'sluice-projects' } });
    expect(credentials(copied)).toEqual({ secretName: 'sluice-projects', items });
    const undropped = writerOf(document, { database: { owner: { url: '' } } });
    expect(settings(undropped)).not.toHaveProperty('DATABASE_OWNER_URL');
  });

  test('writers have no credentials of clients where there is no document', () => {
    const writer = writerOf();
    expect(credentials(writer)).toBeUndefined();
    expect(settings(writer)).not.toHaveProperty('API_KEYS_FILE');
    expect(settings(writer)).not.toHaveProperty('DATABASE_OWNER_URL');
  });
});
