import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type YAMLMap, parse, parseAllDocuments } from 'yaml';
import { hasHelm, template } from './helm';
import { objectsOf, podOf } from './objects';
import { violations } from './policies';
import { schemaProblems } from './schemas';

const read = (name: string): string =>
  readFileSync(join(__dirname, '../../../deploy/kubernetes/examples', name), 'utf8');

test.each(['cloudnative-pg.yaml', 'keda.yaml'])('the example %s is what its operator takes', (name) => {
  expect(schemaProblems(objectsOf(read(name)))).toEqual([]);
});

/** The Secret of the database also contains the key of the authority. */
const AUTHORITIES = ['kafka-cluster-ca-cert', 'postgres-ca'];

interface Volume {
  readonly secret?: { readonly secretName: string; readonly items?: readonly object[] };
}

const withHelm = hasHelm() ? test : test.skip;

/** Values of the chart in the files of GitOps tools. */
const GIT_OPS = [
  ['argo-cd.yaml', ['spec', 'source', 'helm', 'valuesObject']],
  ['flux.yaml', ['spec', 'values']],
] as const;

test.each(GIT_OPS)('the example %s is what its controller takes', (name) => {
  expect(schemaProblems(objectsOf(read(name)))).toEqual([]);
});

withHelm.each(GIT_OPS)('the values of the example %s make what an API server takes', (name, path) => {
  const found = parseAllDocuments(read(name)).flatMap((document) => document.getIn(path) ?? []);
  expect(found).toHaveLength(1);
  const { ok, text } = template((found[0] as YAMLMap).toJSON() as object);
  expect({ ok, text }).toMatchObject({ ok: true });
  const objects = objectsOf(text);
  expect([...schemaProblems(objects), ...violations(objects)]).toEqual([]);
});

withHelm(
  'the values of the examples make what an API server takes, with no file of a Secret that is not needed',
  () => {
    const { ok, text } = template(parse(read('values.yaml')) as object);
    expect({ ok, text }).toMatchObject({ ok: true });
    const objects = objectsOf(text);
    expect([...schemaProblems(objects), ...violations(objects)]).toEqual([]);
    const mounted = objects.flatMap((object) => podOf(object)?.spec.volumes ?? []) as readonly Volume[];
    const authorities = mounted.flatMap(({ secret }) =>
      secret && AUTHORITIES.includes(secret.secretName) ? secret : [],
    );
    expect(new Set(authorities.map(({ secretName }) => secretName))).toEqual(new Set(AUTHORITIES));
    for (const { items } of authorities) expect(items).toEqual([{ key: 'ca.crt', path: 'ca.crt' }]);
  },
);
