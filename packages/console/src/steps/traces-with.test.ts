import type { Filter } from '../url/filters';
import { tracesWith } from './traces-with';

test('filters of steps become those of traces: what a step has of its trace is one of the trace', () => {
  const filters: readonly Filter[] = [
    { name: 'toolName', value: 'search' },
    { name: 'level', operator: 'not', value: 'ERROR' },
    { name: 'metadata.region', operator: 'contains', value: 'eu' },
    { name: 'userId', operator: 'present', value: '' },
    { name: 'traceName', value: 'chat' },
    { name: 'environment', value: 'prod' },
  ];
  expect(tracesWith('24h', filters).filters).toEqual([
    { name: 'step.toolName', value: 'search' },
    { name: 'step.level', operator: 'not', value: 'ERROR' },
    { name: 'step.metadata.region', operator: 'contains', value: 'eu' },
    { name: 'userId', operator: 'present', value: '' },
    { name: 'name', value: 'chat' },
    { name: 'step.environment', value: 'prod' },
  ]);
});
