import { chaosCommand } from './chaos/chaos-command';
import { composeCommand } from './compose/compose-command';
import { consoleCommand } from './console/console-command';
import { clusterCommand } from './cluster/cluster-command';
import { runCommand } from './command/run-command';
import { decodeCommand } from './decode/decode-command';
import { filtersCommand } from './filters/filters-command';
import { fuzzCommand } from './fuzz/fuzz-command';
import { growthCommand } from './growth/growth-command';
import { hostileCommand } from './hostile/hostile-command';
import { kubernetesCommand } from './kubernetes/kubernetes-command';
import { ingestCommand } from './ingest/ingest-command';
import { queryCommand } from './query/query-command';
import { seedCommand } from './seed/seed-command';
import { sharesCommand } from './shares/shares-command';
import { upgradeCommand } from './upgrade/upgrade-command';

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
