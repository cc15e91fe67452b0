import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { hasHelm } from './helm';
import { MANIFESTS, isCurrent, make, pathOf } from './manifests';

/** Makes the manifests again; with `--check` it only compares their digests with the chart, which needs no Helm. */
function main(args: readonly string[]): number {
  if (args.includes('--check')) {
    const old = MANIFESTS.filter((manifest) => !isCurrent(manifest));
    for (const { file } of old) process.stderr.write(`${file} is not of the chart as it is: npm run manifests\n`);
    return old.length === 0 ? 0 : 1;
  }
  if (!hasHelm()) {
    process.stderr.write('Helm 3 or 4 is needed: on the path, or named by HELM\n');
    return 1;
  }
  for (const manifest of MANIFESTS) {
    mkdirSync(dirname(pathOf(manifest)), { recursive: true });
    writeFileSync(pathOf(manifest), make(manifest));
    process.stdout.write(`made ${manifest.file}\n`);
  }
  return 0;
}

process.exitCode = main(process.argv.slice(2));
