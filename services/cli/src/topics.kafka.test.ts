import { randomBytes } from 'node:crypto';
import { createLogger } from '@sluice/runtime';
import { testBrokers } from '@sluice/testbed/servers';
import { composeResources } from './compose';
import { cliSettings } from './config';
import { run } from './run';

/** Runs `sluice topics` with a prefix of its own. */
function topicsCommand(prefix: string, settings: NodeJS.ProcessEnv = {}) {
  const env = { ...settings, KAFKA_BROKERS: testBrokers().join(','), KAFKA_TOPIC_PREFIX: prefix };
  return async (...args: string[]) => {
    const lines: string[] = [];
    let errors = '';
    const code = await run(['topics', ...args], {
      resources: composeResources(cliSettings(env), createLogger({ level: 'silent', pretty: false })),
      version: '1',
      print: (line) => lines.push(line),
      printError: (text) => (errors += text),
    });
    return { code, lines, errors };
  };
}
const newPrefix = () => `${randomBytes(6).toString('hex')}.`;

test('topics makes what is missing, and tells where an existing one differs', async () => {
  const prefix = newPrefix();
  const command = topicsCommand(prefix);
  const topics = (...args: string[]) => command('--replication-factor', '1', '--min-in-sync-replicas', '1', ...args);
  expect(await topics('--check')).toMatchObject({ code: 1 });
  expect(await topics('--partitions', '2')).toMatchObject({
    code: 0,
    lines: [`made ${prefix}sluice.traces.v1`, `made ${prefix}sluice.metrics.v1`],
  });
  expect(await topics('--partitions', '2')).toMatchObject({
    code: 0,
    lines: ['the topics have the expected settings'],
  });
  const { code, lines } = await topics('--partitions', '3', '--retention-hours', '1');
  expect(code).toBe(1);
  expect(lines).toHaveLength(5);
  expect(lines[1]).toMatch(/sluice\.traces\.v1 +partitions +2 +3/);
});

test('topics are made and compared as the settings have them, where no option says otherwise', async () => {
  const prefix = newPrefix();
  const settings = { TOPIC_PARTITIONS: '2', TOPIC_REPLICATION_FACTOR: '1', TOPIC_MIN_IN_SYNC_REPLICAS: '1' };
  const topics = topicsCommand(prefix, settings);
  expect(await topics()).toMatchObject({ code: 0 });
  expect(await topics('--check')).toEqual({ code: 0, lines: ['the topics have the expected settings'], errors: '' });
  const wider = topicsCommand(prefix, { ...settings, TOPIC_PARTITIONS: '3', TOPIC_RETENTION_HOURS: '1' });
  const { code, lines } = await wider('--check', '--retention-hours', '168');
  expect([code, lines[1]]).toEqual([1, expect.stringMatching(/sluice\.traces\.v1 +partitions +2 +3/)]);
  expect(lines.join()).not.toContain('retention');
});

test('topics says why brokers refuse to make them', async () => {
  expect(await topicsCommand(newPrefix())()).toEqual({
    code: 1,
    lines: [],
    errors: 'failed: the brokers refuse to make the topics: replication factor 3 needs as many brokers, there are 1\n',
  });
});

test('topics refuses more copies in sync than copies', async () => {
  const topics = topicsCommand(newPrefix());
  expect(await topics('--replication-factor', '1')).toEqual({
    code: 64,
    lines: [],
    errors: 'error: --min-in-sync-replicas 2 is more than --replication-factor 1: set it too.\n',
  });
});
