export { composeWriter } from './compose';
export type { WriterParts, WriterService } from './compose';
