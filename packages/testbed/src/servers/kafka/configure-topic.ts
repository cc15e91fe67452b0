import { ConfigResourceTypes, Kafka, logLevel } from 'kafkajs';
import { eventually } from '../../machine';

/** Sets the brokers' settings of a topic; unnamed settings return to their defaults. Resolves when a broker answers with these settings. */
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
    // The controller takes the change before the brokers have it.
    await eventually(async () => {
      const { resources } = await admin.describeConfigs({
        includeSynonyms: false,
        resources: [{ type: ConfigResourceTypes.TOPIC, name }],
      });
      const values = new Map(
        resources[0]?.configEntries.map(({ configName, configValue }) => [configName, configValue]),
      );
      return configEntries.every((entry) => values.get(entry.name) === entry.value);
    });
  } finally {
    await admin.disconnect();
  }
}
