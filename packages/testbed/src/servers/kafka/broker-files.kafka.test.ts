import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { spawnGuarded } from '../../machine';
import { TcpProxy } from '../../network';
import { Kafka, logLevel } from 'kafkajs';
import { brokerFiles } from './broker-files';
import { brokerJars } from './broker-jars';
import { portsOf } from './broker-ports';
import { STARTED } from './broker-properties';
import { produceRaw } from './produce-raw';
import { readLog } from './read-log';

test('the files that a container gets start a broker, which clients reach directly and through a proxy', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-files-'));
  const proxy = await TcpProxy.listen();
  const ports = await portsOf(1, [[proxy]]);
  await mkdir(join(folder, 'data'));
  for (const { path, content } of brokerFiles(ports, { host: '0.0.0.0', folder, node: 0 })) {
    await writeFile(path, content);
  }
  const args = ['-Xmx256m', '-XX:TieredStopAtLevel=1', '-Dorg.slf4j.simpleLogger.logFile=System.out'];
  const main = ['-cp', `${await brokerJars()}/*`, 'kafka.Kafka', join(folder, 'server.properties')];
  const child = spawnGuarded('java', [...args, ...main], { folder, cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'exit');
  try {
    for await (const line of createInterface(child.stdout!)) if (line.includes(STARTED)) break;
    const brokers = [`127.0.0.1:${ports[0]!.direct}`];
    const topic = 'of-this-test';
    const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    await admin.createTopics({ topics: [{ topic, numPartitions: 1 }], waitForLeaders: true });
    await admin.disconnect();
    await produceRaw([`127.0.0.1:${proxy.port}`], topic, [{ value: 'through the proxy' }]);
    const messages = (await readLog(brokers, topic)).get(0);
    expect(messages?.map(({ value }) => String(value))).toEqual(['through the proxy']);
  } finally {
    child.ref();
    child.kill('SIGKILL');
    await ended;
    await proxy.close();
    await rm(folder, { recursive: true, force: true });
  }
});
