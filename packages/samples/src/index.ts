export { hostileMessage } from './hostile-records';
export { captureNames, capturedRequests, comparable, expectedOf, pairNames, pairRequests } from './captures';
export type { Reading, ReadFields } from './captures';
export { recentCaptures } from './recent-captures';
export { otlpMessage, otlpProtobuf } from './otlp-protobuf';
export { testUuid, traceRecord } from './records';
export { HISTORY_START, deliveryOf, traceHistory } from './trace-histories';
export { traceQuestions } from './trace-questions';
export type { QuestionValues, TraceQuestion } from './trace-questions';
