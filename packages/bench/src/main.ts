import { chaosCommand } from './chaos/chaos-command';
import { composeCommand } from './cluster/compose/prove-composition';
import { consoleCommand } from './query/console/console-mode';
import { clusterCommand } from './cluster/cluster-command';
import { runCommand } from './command/run-command';
import { decodeCommand } from './ingest/decode-cost';
import { filtersCommand } from './query/filters/filters-mode';
import { fuzzCommand } from './fuzz/fuzz-command';
import { growthCommand } from './growth/growth-command';
import { hostileCommand } from './hostile/hostile-command';
import { kubernetesCommand } from './cluster/kubernetes/prove-chart';
import { ingestCommand } from './ingest/ingest-command';
import { queryCommand } from './query/query-command';
import { seedCommand } from './seed/seed-command';
import { sharesCommand } from './ingest/shares/shares-mode';
import { upgradeCommand } from './chaos/faults/upgrade';

void runCommand({
  commands: [
    ingestCommand,
    decodeCommand,
    queryCommand,
    filtersCommand,
    consoleCommand,
    seedCommand,
    fuzzCommand,
    hostileCommand,
    growthCommand,
    sharesCommand,
    clusterCommand,
    composeCommand,
    chaosCommand,
    upgradeCommand,
    kubernetesCommand,
  ],
  argv: process.argv.slice(2),
  host: process,
});
