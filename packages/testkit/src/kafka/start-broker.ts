import { startJvmBroker } from './jvm-broker';
import type { TestBroker, TestBrokerOptions } from './test-broker';

/**
 * Starts a broker that ends with this process, however that ends.
 * @throws MissingBrokerError with what to install where nothing can run one
 */
export async function startTestBroker(options: TestBrokerOptions = {}): Promise<TestBroker> {
  return startJvmBroker(options);
}
