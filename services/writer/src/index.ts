export { groupCommits } from './group-commits';
export { createWriter } from './writer';
export { composeStoring, composeWriter } from './compose';
export type { StoringDependencies, WriterDependencies, WriterReport, WriterService } from './compose';
export { writerFields } from './config';
export type { WriterSettings } from './config';
export { composePrices } from './prices';
