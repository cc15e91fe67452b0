// Builds the console into packages/console/dist, with each file's gzip and Brotli form beside it. Does nothing where its sources
// are as they were at the last build.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = join(import.meta.dirname, '../packages/console');
const SOURCES = ['src', 'generated', 'public', 'index.html', 'vite.config.mjs', 'package.json'];
/** Below it coding gains nothing. */
const SMALLEST = 256;

const hash = createHash('sha256');
for (const path of SOURCES.flatMap((name) => filesOf(join(root, name))))
  hash.update(path.slice(root.length)).update(readFileSync(path));
const wanted = hash.digest('hex');
const stamp = join(root, 'dist/.sources');
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  // Tests have one of their own, with which React would be its development build.
  process.env.NODE_ENV = 'production';
  const { build } = await import(join(root, 'node_modules/vite/dist/node/index.js'));
  await build({ root, logLevel: 'warn' });
  for (const path of filesOf(join(root, 'dist'))) {
    const body = readFileSync(path);
    if (body.length < SMALLEST || /\.(html|json)$/.test(path)) continue;
    writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }));
    writeFileSync(`${path}.br`, brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  }
  writeFileSync(stamp, wanted);
}

/** A file, or all those of a folder, in an order of their own. */
function filesOf(path) {
  if (!statSync(path).isDirectory()) return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => join(entry.parentPath, entry.name)).sort();
}
