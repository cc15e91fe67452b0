import type { Migration } from './migration';

/**
 * The managed prompt that a model call was made of, as the Langfuse API answers it. A writer of the release before writes none, and keeps what is
 * there.
 */
export const promptsOfCalls: Migration = {
  version: 21,
  name: 'prompts-of-calls',
  oldestProgram: 3,
  transactional: true,
  sql: /* sql */ `
set local role sluice_owner;
alter table sluice.observations add column prompt_name text, add column prompt_version integer;
comment on column sluice.observations.prompt_name is 'the managed prompt that a model call was made of';
comment on column sluice.observations.prompt_version is 'the version of that prompt';
reset role;
`,
};
