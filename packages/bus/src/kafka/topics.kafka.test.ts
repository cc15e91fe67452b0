import { kafkaTopics } from '../testing';
import { testBrokers } from '@sluice/testbed/servers';
import { type TopicSettings, ensureTopics } from '.';

const SETTINGS: TopicSettings = {
  partitions: 3,
  replicationFactor: 1,
  minInSyncReplicas: 1,
  retentionMs: 3_600_000,
  maxMessageBytes: 1_000_000,
};

test('missing topics are made, and are then as they were asked for', async () => {
  const { topicPrefix = '', ...rest } = await kafkaTopics({ brokers: testBrokers() });
  const connection = { ...rest, topicPrefix: `${topicPrefix}more.` };
  const names = ['sluice.traces.v1', 'sluice.metrics.v1'].map((topic) => `${topicPrefix}more.${topic}`);
  expect(await ensureTopics(connection, SETTINGS, { create: false })).toEqual({
    created: [],
    differences: names.map((topic) => ({ topic, setting: 'topic', found: 'missing', wanted: 'present' })),
  });
  expect(await ensureTopics(connection, SETTINGS)).toEqual({ created: names, differences: [] });
  expect(await ensureTopics(connection, SETTINGS)).toEqual({ created: [], differences: [] });
});

test('topics that are otherwise are told, setting by setting, and stay as they are', async () => {
  const connection = await kafkaTopics({ brokers: testBrokers() });
  const wanted = { ...SETTINGS, partitions: 4, replicationFactor: 3, retentionMs: 7_200_000 };
  const { created, differences } = await ensureTopics(connection, wanted);
  expect(created).toEqual([]);
  const topic = `${connection.topicPrefix}sluice.metrics.v1`;
  expect(differences.filter((each) => each.topic === topic)).toEqual([
    { topic, setting: 'partitions', found: '3', wanted: '4' },
    { topic, setting: 'replicationFactor', found: '1', wanted: '3' },
    { topic, setting: 'retention.ms', found: '3600000', wanted: '7200000' },
  ]);
  expect((await ensureTopics(connection, SETTINGS)).differences).toEqual([]);
});
