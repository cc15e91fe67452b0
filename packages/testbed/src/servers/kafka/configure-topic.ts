import { ConfigResourceTypes, Kafka, logLevel } from 'kafkajs';

/** Sets the brokers' settings of a topic; unnamed settings return to their defaults. */
export async function configureTopic(
  brokers: readonly string[],
  name: string,
  config: Readonly<Record<string, string>>,
): Promise<void> {
  const admin = new Kafka({ brokers: [...brokers], clientId: 'configure-topic', logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    const configEntries = Object.entries(config).map(([key, value]) => ({ name: key, value }));
    await admin.alterConfigs({
      validateOnly: false,
      resources: [{ type: ConfigResourceTypes.TOPIC, name, configEntries }],
    });
  } finally {
    await admin.disconnect();
  }
}
