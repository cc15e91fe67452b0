import { acceptGap, beginEpoch, listOffsets } from '@sluice/store/operate';
import { type Command, InvalidArgumentError } from 'commander';
import { tableLines } from '../table';
import { type CommandDependencies, IncompleteError } from './output';
import { setAside } from './set-message-aside';

/** `sluice offsets show|accept-gap|set-aside|new-epoch` */
export function addOffsets(program: Command, dependencies: CommandDependencies): void {
  const offsets = program
    .command('offsets')
    .description('Committed offsets of the partitions, and commands that end a halt');
  addShow(offsets, dependencies);
  addAcceptGap(offsets, dependencies);
  addSetAside(offsets, dependencies);
  addNewEpoch(offsets, dependencies);
}

function addShow(offsets: Command, { resources, print }: CommandDependencies): void {
  offsets
    .command('show')
    .description('Print the committed offset of each partition, and the number of stored, duplicate and dead items')
    .option('--json', 'print each partition as a line of JSON')
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

/** Parses an integer from 0, as offsets are. */
function offset(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('expected a whole number from 0.');
  return Number(text);
}

function addAcceptGap(offsets: Command, { resources, print }: CommandDependencies): void {
  offsets
    .command('accept-gap')
    .description('Continue a halted partition after offsets that the log has lost; their records are lost')
    .argument('<topic>', 'as show shows it')
    .argument('<partition>', 'its number', offset)
    .argument('<from>', 'where it stands', offset)
    .argument('<to>', 'first offset in the log: the writer logs both', offset)
    .action(async (topic: string, partition: number, from: number, to: number) => {
      const moved = await resources.withDatabase((pool) => acceptGap(pool, { topic, partition, from, to }));
      if (!moved)
        throw new IncompleteError(`${topic}/${partition} does not stand at ${from}, or ${to} is not after it`);
      print(`${topic}/${partition} goes on at ${to}`);
    });
}

function addSetAside(offsets: Command, dependencies: CommandDependencies): void {
  offsets
    .command('set-aside')
    .description(
      'Move the message at which a partition halted to the dead letters, and continue the partition after it',
    )
    .argument('<topic>', 'as show shows it')
    .argument('<partition>', 'its number', offset)
    .argument('<offset>', 'where it stands', offset)
    .option('--confirm <place>', 'topic/partition@offset, as printed without this option')
    .action((topic: string, partition: number, at: number, { confirm }: { readonly confirm?: string }) =>
      setAside(dependencies, { topic, partition, offset: at, confirm }),
    );
}

function addNewEpoch(offsets: Command, { resources, print }: CommandDependencies): void {
  offsets
    .command('new-epoch')
    .description('Start all partitions of a topic that was created again at offset 0')
    .argument('<topic>', 'as show shows it')
    .action(async (topic: string) => {
      const epoch = await resources.withDatabase((pool) => beginEpoch(pool, topic));
      if (epoch === undefined) throw new IncompleteError(`topic ${topic} has no committed offset`);
      print(`${topic} begins at 0 in epoch ${epoch}`);
    });
}
