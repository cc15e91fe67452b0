import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fields } from '@sluice/runtime';
import { temporaryFolder } from '@sluice/testbed/machine';
import { readWriterSettings, writerProcessFields } from './config';

const folder = temporaryFolder('writer-config', afterAll);

function read(document: string) {
  const path = join(folder, 'projects.yaml');
  writeFileSync(path, document);
  return readWriterSettings({ KAFKA_BROKERS: 'b:9092', DATABASE_URL: 'postgres://db/x', API_KEYS_FILE: path });
}

test('a writer reads of a document of credentials only what its projects keep, and needs no credentials', () => {
  const projects = new Map([['acme', { retentionDays: 30 }]]);
  const ofProjects = 'projects: { acme: { retentionDays: 30 } }\n';
  expect(read(ofProjects).projectsFile?.value).toEqual(projects);
  expect(read(`${ofProjects}keys: [{ name: a, token: hunter2, scopes: [read] }]`).projectsFile?.value).toEqual(
    projects,
  );
  expect(() => read(`${ofProjects}keys: [{ name: a, token: hunter2, scopes: [] }]`)).toThrow(
    /keys\[0\]\.scopes: expected/,
  );
});

test('--help tells of every setting what it is for, under a heading', () => {
  const fields: Fields = writerProcessFields;
  const untold = Object.values(fields).filter(({ about, group }) => about === undefined || group === undefined);
  expect(untold.map(({ name }) => name)).toEqual([]);
});
