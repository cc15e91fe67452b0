export { describeApiContract, describeIngestContract } from './api-contract';
export { connectApi } from './api-under-test';
export type { Answer, ApiUnderTest, Json, RawAnswer } from './api-under-test';
export { startExporter } from './exporters/test-exporter';
export type { Exported, TestExporter } from './exporters/test-exporter';
export { READS, WRITES } from './documented-requests';
export { describeOpenApiContract } from './openapi-contract';
export { indexDisagreements } from './index-disagreements';
export { summaryDisagreements } from './summary-disagreements';
