import { mode } from '../../command/modes';
import { UsageError, flag, integer, text } from '../../command/options';
import { conclude } from '../../report/conclude';
import { makeCluster } from './built-cluster/made-cluster';
import { runInside } from './built-cluster/run-in-namespace';
import { runKubernetes } from './kubernetes-run';
import { PHASES } from './phases';

const CONTROL_FOUND = [/acknowledged items .* are stored; missing/, /is stored twice/];

/** Proves the chart on a real cluster, under load: no acknowledged item may be lost or stored twice. */
export const proveChart = mode(
  'prove-kubernetes',
  {
    kubeconfig: text('<file>'),
    context: text('<name>'),
    images: text('<folder>'),
    'without-keda': flag,
    image: text('<repository:tag>'),
    'node-address': text('<host>'),
    phases: text('<name>,…'),
    'pause-ms': integer({ default: 300, min: 0, max: 60_000 }),
    control: flag,
  },
  async (options, context, args) => {
    const { kubeconfig, context: named, images, image, control, 'without-keda': withoutKeda } = options;
    const phases = readPhases(options.phases ?? (control ? 'steady' : undefined));
    if (kubeconfig === undefined && named === undefined) {
      // There is no default cluster, because the run deletes pods and drains a node: without a named one the command makes its own.
      const others = args.filter(
        (arg, index) => !/^--(images|without-keda)/.test(arg) && args[index - 1] !== '--images',
      );
      return runInside(await makeCluster({ images, image, keda: !withoutKeda }, context), others, context);
    }
    if (images !== undefined) throw new UsageError('--images is for a cluster that is made');
    if (withoutKeda) throw new UsageError('--without-keda is for a cluster that is made');
    const { violations, report } = await runKubernetes(
      {
        ...{ access: { kubeconfig, context: named }, image, nodeAddress: options['node-address'], phases, control },
        pauseMs: options['pause-ms'],
      },
      context,
    );
    context.print(report);
    if (!control) {
      return conclude(violations, { right: 'everything acknowledged is stored once, and nothing else is' }, context);
    }
    const missed = CONTROL_FOUND.filter((words) => !violations.some((violation) => words.test(violation)));
    return conclude(
      missed.map((words) => `NOT FOUND OUT: ${words.source}`),
      { right: 'what was deleted and what was doubled is found out' },
      context,
    );
  },
);

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
