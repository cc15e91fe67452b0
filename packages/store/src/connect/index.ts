export { projectIdProblem } from './default-project';
export { databaseProblems, databaseUrls } from './database-urls';
export type { DatabaseSettings, DatabaseUrls } from './database-urls';
