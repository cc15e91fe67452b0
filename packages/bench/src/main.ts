import { chaosCommand } from './chaos/chaos-command';
import { clusterCommand } from './cluster/cluster-command';
import { runCommand } from './command/run-command';
import { exportersCommand } from './exporters/exporters-command';
import { fuzzCommand } from './fuzz/fuzz-command';
import { ingestCommand } from './ingest/ingest-command';
import { queryCommand } from './query/query-command';
import { seedCommand } from './seed/seed-command';

void runCommand({
  commands: [ingestCommand, queryCommand, seedCommand, fuzzCommand, clusterCommand, chaosCommand, exportersCommand],
  argv: process.argv.slice(2),
  host: process,
});
