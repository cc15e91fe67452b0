import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { writerGroup } from '@sluice/bus/kafka';
import { SettingsError, readSettings } from '@sluice/runtime';
import { writerFields } from '@sluice/writer';

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

test('takes the size of a disk as the writer does', () => {
  const { properties } = JSON.parse(readFileSync(join(TEMPLATES, '../values.schema.json'), 'utf8')) as Schema;
  const pattern = new RegExp(properties.database.properties.diskSize.pattern);
  const isRead = (size: string): boolean => {
    try {
      return readSettings({ DATABASE_DISK_BYTES: size }, writerFields).databaseDiskBytes !== undefined;
    } catch (error) {
      if (error instanceof SettingsError) return false;
      throw error;
    }
  };
  const sizes = [
    '500GiB',
    '1099511627776',
    '20 MiB',
    '12B',
    '1KiB',
    '0',
    '500Gi',
    '500GB',
    '2TiB',
    '1.5GiB',
    '-1',
    'x',
  ];
  expect(sizes.filter((size) => pattern.test(size))).toEqual(sizes.filter(isRead));
  expect(sizes.filter(isRead)).toHaveLength(5);
});

interface Schema {
  readonly properties: {
    readonly database: { readonly properties: { readonly diskSize: { readonly pattern: string } } };
  };
}

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
