import type { StepGroup } from '../url/steps-address';

/** Words for the fields by which steps are grouped. */
export const GROUP_WORDS: Readonly<Record<StepGroup, string>> = {
  tool: 'Tool',
  model: 'Model',
  prompt: 'Prompt',
  name: 'Step name',
  type: 'Type',
  statusMessage: 'Message',
  provider: 'Provider',
  level: 'Level',
  userId: 'User',
  release: 'Release',
  service: 'Service',
};
