import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './documented-metrics.testing';

const PROMTOOL = process.env['PROMTOOL'] ?? 'promtool';
const withPromtool = spawnSync(PROMTOOL, ['--version']).status === 0 ? describe : describe.skip;

withPromtool('promtool', () => {
  test.each([
    [
      'finds nothing wrong with the rules',
      ['check', 'rules', '--lint=all', '--lint-fatal', join(ROOT, 'deploy/chart/sluice/files/rules.yaml')],
    ],
    [
      'finds nothing wrong with the configuration of the composition',
      ['check', 'config', '--lint=all', '--lint-fatal', join(ROOT, 'deploy/monitoring/prometheus.yaml')],
    ],
    ['gets from the rules what their unit tests say', ['test', 'rules', join(__dirname, 'rules.promtool.yaml')]],
  ])('%s', (_, command) => {
    const { status, stdout, stderr } = spawnSync(PROMTOOL, command, { encoding: 'utf8' });
    expect({ status, output: status === 0 ? '' : `${stdout}${stderr}` }).toEqual({ status: 0, output: '' });
  });
});
