export { connectApi } from './api-under-test';
export type { Answer, ApiUnderTest, Json, RawAnswer } from './api-under-test';
export { startExporter } from './exporters/test-exporter';
export type { Exported, TestExporter } from './exporters/test-exporter';
export { describeMetricContract } from './metric-contract';
export { describeNativeContract } from './native-contract';
export { READS, WRITES, describeOpenApiContract } from './openapi-contract';
export { describeOtlpContract } from './otlp-contract';
export { summaryDisagreements } from './summary-disagreements';
