import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KAFKA_IMAGE } from './container-broker';

const ROOT = join(__dirname, '../../../../..');

test('containers, the JVM and the composition run the same release of Kafka', () => {
  const pom = readFileSync(join(__dirname, '../../../kafka/pom.xml'), 'utf8');
  const composition = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
  const [, release] = /<artifactId>kafka_2.13<\/artifactId>\s*<version>([^<]+)</.exec(pom) ?? [];
  expect(KAFKA_IMAGE).toBe(`apache/kafka:${String(release)}`);
  expect(composition).toContain(`image: ${KAFKA_IMAGE}\n`);
});
