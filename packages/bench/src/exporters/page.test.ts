import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXPORTERS } from './exporters';
import { PAGE } from './page';

const FOLDER = join(__dirname, '../..');

/** Files with the versions that are run, below the package. */
const PINS: Readonly<Record<string, string>> = {
  node: 'package.json',
  python: 'exporters/python/requirements.txt',
  go: 'exporters/go/go.mod',
  java: 'exporters/java/pom.xml',
  collector: 'exporters/collector/go.mod',
};

const versioned = EXPORTERS.filter(({ protocols }) => protocols.length > 0);

test.each(versioned)('the title of $name has the version that is run', ({ name, title }) => {
  const [version = 'none'] = /\d+\.\d+\.\d+/.exec(title) ?? [];
  expect(readFileSync(join(FOLDER, PINS[name] ?? ''), 'utf8')).toContain(version);
});

test('the page has a row for each exporter and protocol, without a loss', () => {
  const rows = readFileSync(PAGE, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  for (const { title, protocols } of versioned) {
    for (const protocol of protocols) {
      const row = rows.find(([, name, by]) => name === title && by === protocol);
      expect([title, protocol, row?.slice(3, 5), row?.slice(8, 10)]).toEqual([
        title,
        protocol,
        ['stored', 'stored'],
        ['0', '0'],
      ]);
    }
  }
});
