export { freePorts } from './free-ports';
export { listenLocally } from './listen-locally';
export { type TestCertificate, certificateOf, testCertificate } from './certificate';
export { isKafkaProduce, isPostgresCommit } from './requests';
export { GRPC_PATHS, RawGrpc, framed } from './raw-grpc';
export type { RawCall, RawCallOptions, RawEnd } from './raw-grpc';
export { beginUpload } from './slow-upload';
export { TcpProxy } from './tcp-proxy';
export type { Direction, RequestMatcher, TcpProxyOptions } from './tcp-proxy';
