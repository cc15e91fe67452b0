import { randomBytes } from 'node:crypto';
import { createLogger } from '@sluice/runtime';
import { testBrokers } from '@sluice/testkit';
import { composeResources } from './compose';
import { cliSettings } from './config';
import { run } from './run';

test('topics makes what is missing, and tells where an existing one differs', async () => {
  const prefix = `${randomBytes(6).toString('hex')}.`;
  const env = { KAFKA_BROKERS: testBrokers().join(','), KAFKA_TOPIC_PREFIX: prefix };
  const topics = async (...args: string[]) => {
    const lines: string[] = [];
    const code = await run(['topics', '--replication-factor', '1', '--min-in-sync-replicas', '1', ...args], {
      resources: composeResources(cliSettings(env), createLogger({ level: 'silent', pretty: false })),
      version: '1',
      print: (line) => lines.push(line),
      tell: () => undefined,
    });
    return { code, lines };
  };
  expect(await topics('--check')).toMatchObject({ code: 1 });
  expect(await topics('--partitions', '2')).toEqual({
    code: 0,
    lines: [`made ${prefix}sluice.traces.v1`, `made ${prefix}sluice.metrics.v1`],
  });
  expect(await topics('--partitions', '2')).toEqual({ code: 0, lines: ['the topics are as they should be'] });
  const { code, lines } = await topics('--partitions', '3', '--retention-hours', '1');
  expect(code).toBe(1);
  expect(lines).toHaveLength(5);
  expect(lines[1]).toMatch(/sluice\.traces\.v1 +partitions +2 +3/);
}, 60_000);
