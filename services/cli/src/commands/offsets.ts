import { listOffsets } from '@sluice/store/operate';
import type { Command } from 'commander';
import { tableLines } from '../table';
import type { CommandParts } from './output';

/** `sluice offsets show` */
export function addOffsets(program: Command, { resources, print }: CommandParts): void {
  program
    .command('offsets')
    .description('where the partitions stand')
    .command('show')
    .description('the stored position of each partition, and what became of the items below it')
    .option('--json', 'a line of JSON for each partition')
    .action(async ({ json }: { readonly json?: true }) => {
      const offsets = await resources.withDatabase((pool) => listOffsets(pool));
      if (json === true) {
        for (const offset of offsets) print(JSON.stringify(offset));
        return;
      }
      const columns = ['topic', 'epoch', 'partition', 'next', 'stored', 'duplicate', 'dead', 'updated'];
      const rows = offsets.map((each) => [
        ...[each.topic, each.epoch, each.partition, each.nextOffset, each.stored, each.duplicate, each.dead],
        each.updatedAt.toISOString(),
      ]);
      for (const line of tableLines(columns, rows)) print(line);
    });
}
