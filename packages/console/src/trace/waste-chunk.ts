/** Entry of the chunk for failures, waste and time, which is loaded when a trace has some. */
export { FailedNote } from './failed-note';
export { findWaste } from './find-waste';
export { loopsIn } from './loops';
export { SlowNote } from './slow-note';
export { WasteLine } from './waste-line';
export { WasteNote } from './waste-note';
