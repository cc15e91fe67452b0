import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { hasHelm } from './helm';
import { MANIFESTS, make, pathOf } from './manifests';

if (hasHelm()) {
  for (const manifest of MANIFESTS) {
    mkdirSync(dirname(pathOf(manifest)), { recursive: true });
    writeFileSync(pathOf(manifest), make(manifest));
    process.stdout.write(`made ${manifest.file}\n`);
  }
} else {
  process.stderr.write('Helm 3 is needed: on the path, or named by HELM\n');
  process.exitCode = 1;
}
