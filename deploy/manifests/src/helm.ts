import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { HELM } from './config';

const ROOT = join(__dirname, '../../..');
export const CHART = join(ROOT, 'deploy/chart/sluice');

/** Version of the API server in a rendering. */
const KUBERNETES_VERSION = '1.36.3';

/** Returns whether Helm is installed. */
export function hasHelm(): boolean {
  return spawnSync(HELM, ['version']).status === 0;
}

/** Result of Helm. */
export interface Answer {
  readonly ok: boolean;
  /** Rendered manifests, or the error. */
  readonly text: string;
}

interface TemplateOptions {
  /** Folder of the chart, where it is a copy. */
  readonly chart?: string;
  /** Options of Helm. */
  readonly options?: readonly string[];
  /** Name of the release. */
  readonly release?: string;
}

/**
 * Renders the chart, by default as a release `sluice`, including hooks and tests.
 * @param values the user's values, in addition to those of the chart
 */
export function template(
  values: object,
  { chart = CHART, options = [], release = 'sluice' }: TemplateOptions = {},
): Answer {
  return helm(['template', release, chart, '--kube-version', KUBERNETES_VERSION, ...options], values);
}

/** Lints the chart; a warning counts as an error. */
export function lint(values: object): Answer {
  return helm(['lint', CHART, '--strict', '--kube-version', KUBERNETES_VERSION], values);
}

function helm(args: readonly string[], values: object): Answer {
  const { status, stdout, stderr, error } = spawnSync(HELM, [...args, '--values', '-'], {
    input: JSON.stringify(values),
    encoding: 'utf8',
  });
  if (error !== undefined) throw error;
  return status === 0 ? { ok: true, text: stdout } : { ok: false, text: stderr + stdout };
}
