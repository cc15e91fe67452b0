import { readdir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { BINARIES_VERSION, locateBinaries, MAJOR_VERSION } from './binaries';

test('the binaries of this platform can be executed', async () => {
  const native = locateBinaries();
  expect((await readdir(native)).sort()).toEqual(expect.arrayContaining(['bin', 'lib', 'share']));
  for (const name of ['initdb', 'postgres']) {
    expect((await stat(join(native, 'bin', name))).mode & 0o100).toBe(0o100);
  }
});

test('the versions in the code are those of the package', () => {
  const { optionalDependencies } = createRequire(__filename)('../package.json') as {
    optionalDependencies: Record<string, string>;
  };
  expect([...new Set(Object.values(optionalDependencies))]).toEqual([BINARIES_VERSION]);
  expect(BINARIES_VERSION.split('.')[0]).toBe(MAJOR_VERSION);
});

test('a platform without binaries is named together with the way out', () => {
  expect(() => locateBinaries('sunos', 'sparc')).toThrow(/sunos-sparc.*DATABASE_URL/);
});
