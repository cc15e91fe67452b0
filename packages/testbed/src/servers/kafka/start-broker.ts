import { startContainerBroker } from './container-broker';
import { findEngine } from './container-engine';
import { startJvmBroker } from './jvm-broker';
import type { TestBroker, TestBrokerOptions } from './test-broker';

/**
 * Starts a broker that ends with this process, however that ends: in a container if a Docker engine answers, otherwise on the JVM of this
 * machine. Several nodes, and `secured`, whose keys need its keytool, are for the JVM only.
 * @throws MissingBrokerError with the packages to install if nothing can run a broker
 */
export async function startTestBroker(options: TestBrokerOptions = {}): Promise<TestBroker> {
  const { nodes = 1, secured = false } = options;
  const engine = nodes > 1 || secured ? undefined : await findEngine();
  if (engine !== undefined) {
    try {
      return await startContainerBroker(engine, options);
    } catch (error) {
      const reason = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ');
      process.stderr.write(`The test broker does not start in a container, so Java is tried: ${reason}\n`);
    }
  }
  return startJvmBroker(options);
}
