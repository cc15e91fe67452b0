import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parse } from 'yaml';
import { CHART, template } from './helm';
import { EVERYTHING, LEAST, STANDALONE, over } from './value-sets';

const ROOT = join(__dirname, '../../..');

/** Rendering of the chart that is part of the repository. */
export interface Manifest {
  /** Path relative to the root of the project. */
  readonly file: string;
  readonly about: string;
  readonly values: object;
  /** Options of Helm. */
  readonly options: readonly string[];
}

/** Manifests for users without Helm, without hooks and tests; and one that shows in a diff the effect of a change of the chart. */
export const MANIFESTS: readonly Manifest[] = [
  {
    file: 'deploy/kubernetes/services.yaml',
    about: 'Gateway, writer and query service with their jobs.',
    values: over(LEAST, { jobs: { hooks: false } }),
    options: ['--no-hooks', '--skip-tests'],
  },
  {
    file: 'deploy/kubernetes/standalone.yaml',
    about: 'One process with a Postgres of its own.',
    values: STANDALONE,
    options: ['--no-hooks', '--skip-tests'],
  },
  {
    file: 'deploy/manifests/golden/everything.yaml',
    about: 'All that the chart can do.',
    values: EVERYTHING,
    options: [],
  },
];

export const pathOf = ({ file }: Manifest): string => join(ROOT, file);

/** Returns the digest of chart and values: it detects an outdated manifest without Helm. */
function digestOf({ values, options }: Manifest): string {
  const hash = createHash('sha256').update(JSON.stringify([values, options]));
  const files = readdirSync(CHART, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^(README\.md|NOTES\.txt|values\.schema\.json)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    // These manifests contain neither rules nor dashboards.
    .filter((file) => !/^files[/\\](rules\.yaml|dashboards)/.test(relative(CHART, file)));
  for (const file of files.sort()) hash.update(`\0${file.slice(CHART.length)}\0${contentOf(file)}`);
  return hash.digest('hex').slice(0, 16);
}

/** Returns values without comments, because no manifest contains them. */
function contentOf(file: string): string {
  const text = readFileSync(file, 'utf8');
  return file.endsWith('values.yaml') ? JSON.stringify(parse(text)) : text;
}

/** Returns the line of a manifest with its digest. */
const digestLine = (manifest: Manifest): string => `# Of chart and values ${digestOf(manifest)}.`;

/** Returns whether a manifest has the digest of the present chart. */
export const isCurrent = (manifest: Manifest): boolean =>
  readFileSync(pathOf(manifest), 'utf8').split('\n')[1] === digestLine(manifest);

/** Labels that only an installation by Helm may have. */
const OF_HELM = ['app.kubernetes.io/managed-by: ', 'helm.sh/chart: '];

/** Renders a manifest. @throws {Error} with the error of Helm */
export function make(manifest: Manifest): string {
  const { ok, text } = template(manifest.values, manifest);
  if (!ok) throw new Error(text);
  const lines = text.split('\n').map((line) => line.trimEnd());
  const kept = lines.filter((line) => line !== '' && !OF_HELM.some((label) => line.trimStart().startsWith(label)));
  const header = `# ${manifest.about} Made by \`npm run manifests\`; do not change it here.`;
  return [header, digestLine(manifest), ...kept, ''].join('\n');
}
