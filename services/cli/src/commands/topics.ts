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
    .description('makes the topics that are missing on KAFKA_BROKERS, and tells where existing ones differ')
    .option('--check', 'makes nothing; a missing topic is a difference')
    .option('--partitions <number>', 'of each topic; else TOPIC_PARTITIONS, else 24', positive)
    .option('--replication-factor <number>', 'copies of each record; else TOPIC_REPLICATION_FACTOR, else 3', positive)
    .option(
      '--min-in-sync-replicas <number>',
      'copies before a write is acknowledged; else TOPIC_MIN_IN_SYNC_REPLICAS, else 2',
      positive,
    )
    .option('--retention-hours <number>', 'how long records are kept; else TOPIC_RETENTION_HOURS, else 168', positive)
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
        if (created.length === 0) print('the topics are as they should be');
        return;
      }
      const rows = differences.map(({ topic, setting, found, wanted }) => [topic, setting, found, wanted]);
      for (const line of tableLines(['topic', 'setting', 'is', 'should be'], rows)) print(line);
      throw new IncompleteError('existing topics are never changed: change them with the tools of Kafka');
    });
}
