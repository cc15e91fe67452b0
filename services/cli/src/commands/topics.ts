import { TOPIC_SETTINGS, ensureTopics } from '@sluice/bus/kafka';
import { type Command, InvalidArgumentError } from 'commander';
import type { TopicShape } from '../config';
import { tableLines } from '../table';
import { type CommandDependencies, IncompleteError } from './output';

interface TopicOptions extends Partial<TopicShape> {
  readonly check?: true;
}

const HOUR_MS = 3_600_000;

/** Parses an integer from 1. */
export function positive(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('expected a whole number from 1.');
  return Number(text);
}

/** `sluice topics` */
export function addTopics(program: Command, { resources, print }: CommandDependencies): void {
  program
    .command('topics')
    .description('Create missing topics on KAFKA_BROKERS, and report differences of existing ones')
    .option('--check', 'create nothing; report a missing topic as a difference')
    .option('--partitions <number>', 'partitions of each topic (default: TOPIC_PARTITIONS, or 24)', positive)
    .option(
      '--replication-factor <number>',
      'copies of each record (default: TOPIC_REPLICATION_FACTOR, or 3)',
      positive,
    )
    .option(
      '--min-in-sync-replicas <number>',
      'copies before a write is acknowledged (default: TOPIC_MIN_IN_SYNC_REPLICAS, or 2)',
      positive,
    )
    .option(
      '--retention-hours <number>',
      'hours after which the log deletes records (default: TOPIC_RETENTION_HOURS, or 168)',
      positive,
    )
    .action(async ({ check, ...options }: TopicOptions) => {
      const { retentionHours, ...settings } = { ...resources.topicShape(), ...options };
      // Brokers create such a topic, and older ones then refuse every write to it.
      if (settings.minInSyncReplicas > settings.replicationFactor) {
        const { minInSyncReplicas: least, replicationFactor: copies } = settings;
        throw new InvalidArgumentError(
          `--min-in-sync-replicas ${least} is more than --replication-factor ${copies}: set it too.`,
        );
      }
      const { created, differences } = await ensureTopics(
        resources.brokers(),
        { ...TOPIC_SETTINGS, ...settings, retentionMs: retentionHours * HOUR_MS },
        { create: check !== true },
      );
      for (const topic of created) print(`made ${topic}`);
      if (differences.length === 0) {
        if (created.length === 0) print('the topics have the expected settings');
        return;
      }
      const rows = differences.map(({ topic, setting, found, wanted }) => [topic, setting, found, wanted]);
      for (const line of tableLines(['topic', 'setting', 'is', 'should be'], rows)) print(line);
      throw new IncompleteError('existing topics are not changed: change them with the tools of Kafka');
    });
}
