import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '@sluice/testbed/network';
import type { CommandContext } from '../../command/command';
import { mode } from '../../command/modes';
import { flag } from '../../command/options';
import { createHttpClient } from '../../load/http-client';
import { conclude } from '../../report/conclude';
import { timed } from '../../report/timed';
import { Composition } from './composition';
import { Sender } from './sender';

/** Duration of load before and after each fault. */
const STEADY_MS = 5_000;
const RECOVERY_MS = 180_000;
const REQUEST_MS = 10_000;

/** Runs docker-compose.yml for real: up, a trace in and out, killed processes under load, down and up again. */
export const proveComposition = mode(
  'prove-compose',
  { 'no-build': flag },
  async ({ 'no-build': noBuild }, context) => {
    const [port = 0] = await freePorts(1);
    const composition = await Composition.make(port, context);
    const headers = { authorization: `Bearer ${composition.token}` };
    const http = createHttpClient({ baseUrl: `http://127.0.0.1:${port}`, headers, timeoutMs: REQUEST_MS });
    context.closers.add('http client', () => http.close());
    const sender = new Sender(http);
    const problems = await prove(composition, sender, !noBuild, context);
    return conclude(problems, { right: 'the composition does what its page says' }, context);
  },
);

async function prove(
  composition: Composition,
  sender: Sender,
  build: boolean,
  { print }: CommandContext,
): Promise<string[]> {
  const problems: string[] = [];
  const step = (what: string, work: () => Promise<void>) => timed(what, work, print);
  const before = await composition.volumes();

  await step('up, until all are healthy', () => composition.up(build));
  await step('doctor', async () => {
    const found = await composition.sluice('doctor');
    for (const line of found.split('\n').filter((each) => each.startsWith('warn'))) print(`  ${line}`);
  });
  await step('the first trace, in and out', async () => {
    await sender.once();
    problems.push(...(await sender.check()));
  });

  sender.start();
  await sleep(STEADY_MS);
  await step('kill -9 of the writer, under load', async () => {
    await composition.kill('writer');
    await sleep(STEADY_MS);
    if ((await composition.restartsOf('writer')) < 1) problems.push('the killed writer was not started again');
  });
  await step('kill of Kafka, under load, until writes are answered again', async () => {
    const acknowledged = sender.acknowledged.length;
    await composition.killAndStart('kafka');
    for (const begun = performance.now(); sender.acknowledged.length < acknowledged + 10;) {
      if (performance.now() - begun > RECOVERY_MS) throw new Error('no write is answered after the kill of Kafka');
      await sleep(200);
    }
  });
  await sleep(STEADY_MS);
  await sender.stop();
  const answers = [...sender.answers].map(([status, count]) => `${count} × ${status === 0 ? 'none' : status}`);
  print(`${sender.acknowledged.length} traces acknowledged; answers: ${answers.join(', ')}`);
  await step('healthy again', () => composition.up(false));
  await step('all acknowledged is stored once', async () => {
    problems.push(...(await sender.check()));
  });

  await step('down', () => composition.down());
  const left = (await composition.volumes()).filter((name) => !before.includes(name));
  const named = [`${composition.project}_kafka`, `${composition.project}_postgres`];
  if (left.sort().join() !== named.join()) problems.push(`down left these volumes: ${left.join(', ')}`);
  await step('up again, on the same volumes', () => composition.up(false));
  await step('all is still there', async () => {
    problems.push(...(await sender.check()));
  });
  return problems;
}
