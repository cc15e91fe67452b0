import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { HELM } from './config';

const ROOT = join(__dirname, '../../..');
export const CHART = join(ROOT, 'deploy/chart/sluice');

/** Of the API server that a rendering is for. */
const KUBERNETES_VERSION = '1.36.3';

/** Whether there is a Helm on this machine. */
export function hasHelm(): boolean {
  return spawnSync(HELM, ['version']).status === 0;
}

/** What Helm has said. */
export interface Answer {
  readonly ok: boolean;
  /** What was rendered, or why nothing was. */
  readonly text: string;
}

interface TemplateOptions {
  /** The folder of the chart, where it is a copy. */
  readonly chart?: string;
  /** Of Helm. */
  readonly options?: readonly string[];
  /** Name of the release. */
  readonly release?: string;
}

/**
 * Renders the chart, as a release `sluice` by default, with the objects of hooks and tests.
 * @param values what a user gives beside the values of the chart
 */
export function template(
  values: object,
  { chart = CHART, options = [], release = 'sluice' }: TemplateOptions = {},
): Answer {
  return helm(['template', release, chart, '--kube-version', KUBERNETES_VERSION, ...options], values);
}

/** Looks for mistakes in the chart; a warning counts as one. */
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
