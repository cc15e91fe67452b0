import type { ApiUnderTest } from './api-under-test';
import { describeLangfuseContract } from './langfuse-contract';
import { describeMetricContract } from './metric-contract';
import { describeNativeContract } from './native-contract';
import { describeOtlpContract } from './otlp-contract';
import { describeSelectionContract } from './selection-contract';

/** What every endpoint that takes data in stores, and what is read of it. Wherever the product runs, all of it holds. */
export function describeApiContract(api: () => ApiUnderTest): void {
  describeNativeContract(api);
  describeOtlpContract(api);
  describeMetricContract(api);
  describeSelectionContract(api);
  describeLangfuseContract(api);
}
