// Builds the console into packages/console/dist, with the gzip and Brotli form of each file next to it. Skips the build where the sources
// are unchanged since the last one.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = join(import.meta.dirname, '../packages/console');
const SOURCES = ['src', 'generated', 'public', 'index.html', 'vite.config.mjs', 'package.json'];
/** Minimum size in bytes; smaller files gain nothing from compression. */
const SMALLEST = 256;

const hash = createHash('sha256');
for (const path of SOURCES.flatMap((name) => filesOf(join(root, name))))
  hash.update(path.slice(root.length)).update(readFileSync(path));
const wanted = hash.digest('hex');
const stamp = join(root, 'dist/.sources');
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  // Tests set another value, which would select React's development build.
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

/** Returns a file, or all files of a folder, in a fixed order. */
function filesOf(path) {
  if (!statSync(path).isDirectory()) return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => join(entry.parentPath, entry.name)).sort();
}
