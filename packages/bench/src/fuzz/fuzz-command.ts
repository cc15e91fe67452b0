import { commandOf } from '../command/modes';
import { growthMode } from './growth/growth-mode';
import { hostileMode } from './hostile/hostile-mode';
import { inputsMode, replayMode } from './inputs-mode';

/** Sends the product valid, odd and invalid requests of every kind, and checks everything that the product does. */
export const fuzzCommand = commandOf('fuzz', [inputsMode, replayMode, hostileMode, growthMode]);
