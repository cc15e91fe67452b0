import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasHelm } from './helm';
import { MANIFESTS, isCurrent, make, pathOf } from './manifests';
import { objectsOf } from './objects';
import { violations } from './policies';
import { schemaProblems } from './schemas';

describe.each(MANIFESTS.map((manifest) => [manifest.file, manifest] as const))('%s', (_, manifest) => {
  const text = readFileSync(pathOf(manifest), 'utf8');

  test('is what an API server takes and the rules allow', () => {
    const objects = objectsOf(text);
    expect(objects.length).toBeGreaterThan(3);
    expect(schemaProblems(objects)).toEqual([]);
    expect(violations(objects)).toEqual([]);
  });

  test('was made of the chart as it is; where not: npm run manifests', () => {
    expect(isCurrent(manifest)).toBe(true);
  });
});

const withHelm = hasHelm() ? describe : describe.skip;

withHelm('Helm', () => {
  test.each(MANIFESTS.map((manifest) => [manifest.file, manifest] as const))('makes %s', (_, manifest) => {
    expect(make(manifest)).toBe(readFileSync(pathOf(manifest), 'utf8'));
  });
});

test('the dependencies to try it with are what an API server takes', () => {
  const file = join(__dirname, '../../../deploy/kubernetes/dev-dependencies.yaml');
  expect(schemaProblems(objectsOf(readFileSync(file, 'utf8')))).toEqual([]);
});
