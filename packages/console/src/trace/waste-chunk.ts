/** Entry of the chunk for failures, waste and time, which is loaded when a trace has some. */
export { findWaste } from './find-waste';
export { loopsIn } from './loops';
export { FailedNote, SlowNote, WasteNote } from './notes';
export { WasteLine } from './waste-line';
