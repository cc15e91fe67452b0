import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { writerGroup } from '@sluice/bus/kafka';

const ROOT = join(__dirname, '../../..');
const TEMPLATES = join(ROOT, 'deploy/chart/sluice/templates');
const templates = readdirSync(TEMPLATES, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(yaml|tpl)$/.test(name))
  .map((name) => readFileSync(join(TEMPLATES, name), 'utf8'))
  .join('\n');
const found = (pattern: RegExp): string[] => [...templates.matchAll(pattern)].map(([, group = '']) => group);
const documented = ['settings', 'kafka', 'processes'].map((page) =>
  readFileSync(join(ROOT, `docs/operate/${page}.md`), 'utf8'),
);

test('sets variables that services read', () => {
  const ofTest = ['WRITE_URL', 'READ_URL', 'TOKENS'];
  const names = [...found(/name: ([A-Z]\w+)/g), ...found(/"variable" "(\w+)"/g)].filter(
    (name) => !ofTest.includes(name),
  );
  expect(names).toEqual(expect.arrayContaining(['KAFKA_BROKERS', 'DATABASE_OWNER_URL']));
  expect(names.filter((name) => !documented.some((page) => page.includes(`\`${name}\``)))).toEqual([]);
});

test('scales by the group of the writer', () => {
  expect(found(/consumerGroup: {{.*}}([\w-]+)/g)).toEqual([writerGroup({})]);
});

test('leaves nothing of a hook that succeeded: uninstalling does not remove hooks', () => {
  const hooks = found(/(helm\.sh\/hook:)/g);
  const policies = found(/helm\.sh\/hook-delete-policy: (.*)/g);
  expect(hooks.length).toBeGreaterThan(3);
  expect(policies).toHaveLength(hooks.length);
  expect(policies.filter((policy) => !policy.includes('hook-succeeded'))).toEqual([]);
});
