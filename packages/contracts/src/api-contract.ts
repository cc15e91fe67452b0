import type { ApiUnderTest } from './api-under-test';
import { describeEventContract } from './event-contract';
import { describeLangfuseContract } from './langfuse-contract';
import { describeMetricContract } from './metric-contract';
import { describeNativeContract } from './native-contract';
import { describeOtlpContract } from './otlp-contract';
import { describeScoreContract } from './score-contract';
import { describeSelectionContract } from './selection-contract';

/** Describes what every ingest endpoint stores. It holds for every deployment of the product. */
export function describeIngestContract(api: () => ApiUnderTest): void {
  describeNativeContract(api);
  describeOtlpContract(api);
  describeMetricContract(api);
  describeEventContract(api);
}

/** Describes what every ingest endpoint stores, and what reads return. It holds for every deployment of the product. */
export function describeApiContract(api: () => ApiUnderTest): void {
  describeIngestContract(api);
  describeSelectionContract(api);
  describeLangfuseContract(api);
  describeScoreContract(api);
}
