import type { CoreObservation } from '../api/types';
import { stepsOf, stepsText } from './steps';

const step = (type: string, more: Partial<CoreObservation> = {}): CoreObservation =>
  ({ type, level: 'DEFAULT', parentObservationId: 'root', ...more }) as CoreObservation;

test('steps are what does something, and whatever failed', () => {
  const tool = step('TOOL');
  const failed = step('SPAN', { level: 'ERROR' });
  const root = step('AGENT', { parentObservationId: null });
  expect(stepsOf([root, step('CHAIN'), tool, step('EVENT'), failed])).toEqual([tool, failed]);
});

test('they are told in a line, each kind once', () => {
  const steps = [step('TOOL'), step('GENERATION'), step('TOOL'), step('RETRIEVER'), step('SPAN', { level: 'ERROR' })];
  expect([stepsText(steps), stepsText([])]).toEqual(['1 retrieval, 1 model call, 2 tool calls, 1 other', '']);
});
