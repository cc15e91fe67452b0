import type { Command } from '../../command/command';
import { UsageError, readOptions } from '../../command/options';
import { runKubernetes } from './kubernetes-run';
import { makeCluster } from './built-cluster/made-cluster';
import { runInside } from './built-cluster/run-in-namespace';
import { PHASES } from './phases';

const LONGEST_LINE = 600;
const CONTROL_FOUND = [/acknowledged items .* are stored; missing/, /is stored twice/];

/** Tests the chart on a real cluster, under load: no acknowledged item may be lost or stored twice. */
export const kubernetesCommand: Command = {
  name: 'kubernetes',
  usage:
    '[--kubeconfig <file> | --context <name> | --images <folder>] [--without-keda] [--image <repository:tag>] [--node-address <host>] [--phases <name>,…] [--pause-ms 300] [--control]',
  run: async (args, context) => {
    const options = readOptions(args, {
      values: ['kubeconfig', 'context', 'images', 'image', 'node-address', 'phases', 'pause-ms'],
      flags: ['control', 'without-keda'],
    });
    const control = options.flag('control');
    const run = {
      access: { kubeconfig: options.text('kubeconfig'), context: options.text('context') },
      image: options.text('image'),
      nodeAddress: options.text('node-address'),
      phases: readPhases(options.text('phases') ?? (control ? 'steady' : undefined)),
      pauseMs: options.integer('pause-ms', { default: 300, min: 0, max: 60_000 }),
      control,
    };
    const images = options.text('images');
    if (run.access.kubeconfig === undefined && run.access.context === undefined) {
      // There is no default cluster, because the run deletes pods and drains a node: without a named one the command makes its own.
      const others = args.filter(
        (arg, index) => !/^--(images|without-keda)/.test(arg) && args[index - 1] !== '--images',
      );
      const keda = !options.flag('without-keda');
      return runInside(await makeCluster({ images, image: run.image, keda }, context), others, context);
    }
    if (images !== undefined) throw new UsageError('--images is for a cluster that is made');
    if (options.flag('without-keda')) throw new UsageError('--without-keda is for a cluster that is made');
    const { violations, report } = await runKubernetes(run, context);
    context.print(report);
    for (const violation of violations) context.print(`  ${violation.slice(0, LONGEST_LINE)}`);
    if (control) {
      const found = CONTROL_FOUND.every((words) => violations.some((violation) => words.test(violation)));
      context.print(found ? 'FOUND OUT: what was taken away and what was doubled' : 'NOT FOUND OUT');
      return found ? 0 : 1;
    }
    const isRight = violations.length === 0;
    context.print(isRight ? 'RIGHT: everything acknowledged is stored once, and nothing else is' : 'WRONG');
    return isRight ? 0 : 1;
  },
};

function readPhases(names: string | undefined): typeof PHASES {
  if (names === undefined) return PHASES;
  const wanted = names.split(',');
  const unknown = wanted.find((name) => !PHASES.some((phase) => phase.name.startsWith(name)));
  if (unknown !== undefined) {
    const known = PHASES.map(({ name }) => name).join();
    throw new UsageError(`--phases: expected some of ${known} (or how they begin), got ${JSON.stringify(unknown)}`);
  }
  return PHASES.filter(({ name }) => wanted.some((begin) => name.startsWith(begin)));
}
