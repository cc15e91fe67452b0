// Prints what is installed as a CycloneDX 1.6 document: names, versions and licences of the packages in node_modules/.pnpm.
import { readFileSync, readdirSync } from 'node:fs';

const manifest = (folder) => JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));

function* installed() {
  for (const entry of readdirSync('node_modules/.pnpm')) {
    if (entry === 'node_modules' || !entry.includes('@')) continue;
    // `@scope+name@1.2.3_peers`: the package lies in a folder of its own name.
    const name = entry.slice(0, entry.indexOf('@', 1)).replace('+', '/');
    yield manifest(`node_modules/.pnpm/${entry}/node_modules/${name}`);
  }
}

const components = [...installed()].map(({ name, version, license }) => ({
  type: 'library',
  name,
  version,
  purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  ...(license ? { licenses: [{ expression: String(license) }] } : {}),
}));
const { name, version } = manifest('.');
const document = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: { component: { type: 'application', name, version } },
  components,
};
process.stdout.write(`${JSON.stringify(document, null, 1)}\n`);
