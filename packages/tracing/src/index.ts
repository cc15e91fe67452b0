export { refuseOwnAddress } from './own-address';
export { SELF_TRACES_ATTRIBUTE, SELF_TRACES_HEADER, isSelfTrace } from './self-traces';
export { selfTraceFields, selfTraceProblems } from './settings';
export { startSelfTraces } from './start';
export { failureOf, timed } from './tracing';
export type { Span, Trace, Tracing } from './tracing';
