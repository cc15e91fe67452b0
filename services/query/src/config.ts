import { type Settings, integer, text } from '@sluice/runtime';

/** The settings of the query service beside those of its listener. @param readWaitMs the default of READ_WAIT_MS */
export function queryFields(readWaitMs: number) {
  return {
    projectId: text('PROJECT_ID', { default: 'default' }),
    readWaitMs: integer('READ_WAIT_MS', { default: readWaitMs, max: 30_000 }),
    readConnections: integer('READ_CONNECTIONS', { default: 10, min: 1, max: 1000 }),
    readTimeoutMs: integer('READ_TIMEOUT_MS', { default: 20_000, min: 100, max: 600_000 }),
  };
}

export type QuerySettings = Settings<ReturnType<typeof queryFields>>;
