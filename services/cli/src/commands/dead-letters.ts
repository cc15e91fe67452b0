import { plural } from '@sluice/runtime';
import {
  type DeadLetterSummary,
  type LetterId,
  type Replayed,
  discardDeadLetter,
  formatLetterId,
  listDeadLetters,
  parseLetterId,
  readDeadLetter,
  replayDeadLetters,
} from '@sluice/store/operate';
import { type Command, InvalidArgumentError } from 'commander';
import { tableLines } from '../table';
import { type CommandDependencies, IncompleteError } from './output';
import { positive } from './topics';

const MAX_ITEMS = 10_000;

function letterId(text: string, before: readonly LetterId[] = []): LetterId[] {
  const id = parseLetterId(text);
  if (id === undefined) throw new InvalidArgumentError('expected topic/epoch/partition/offset/item, as list shows it.');
  return [...before, id];
}

/** `sluice dead-letters list|show|replay|discard` */
export function addDeadLetters(program: Command, dependencies: CommandDependencies): void {
  const letters = program
    .command('dead-letters')
    .description('Dead letters: items that Postgres refused, and records that could not be decoded');
  addList(letters, dependencies);
  addShow(letters, dependencies);
  addReplay(letters, dependencies);
  addDiscard(letters, dependencies);
}

interface ListOptions {
  readonly topic?: string;
  readonly all?: true;
  readonly limit: number;
  readonly json?: true;
}

function addList(letters: Command, { resources, print }: CommandDependencies): void {
  letters
    .command('list')
    .description('List the dead letters that were not replayed yet, oldest first')
    .option('--topic <name>', 'of this topic only')
    .option('--all', 'those that were replayed too')
    .option('--limit <number>', 'at most so many', positive, 100)
    .option('--json', 'a line of JSON for each')
    .action(async ({ topic, all, limit, json }: ListOptions) => {
      const filter = { topic, replayed: all === true, limit };
      const found = await resources.withDatabase((pool) => listDeadLetters(pool, filter));
      if (json === true) {
        for (const letter of found) print(JSON.stringify({ ...letter, id: formatLetterId(letter.id) }));
        return;
      }
      for (const line of tableLines(['id', 'stored', 'bytes', 'sqlstate', 'message'], found.map(rowOf))) print(line);
    });
}

function rowOf({ id, storedAt, bytes, sqlstate, message }: DeadLetterSummary): (string | number)[] {
  return [formatLetterId(id), storedAt.toISOString(), bytes, sqlstate, message];
}

function addShow(letters: Command, { resources, print }: CommandDependencies): void {
  letters
    .command('show')
    .description('Print one dead letter as JSON, with the content that its client sent')
    .argument('<id>', 'as list shows it', (text: string) => letterId(text))
    .action(async ([id]: [LetterId]) => {
      const letter = await resources.withDatabase((pool) => readDeadLetter(pool, id));
      if (letter === undefined) throw new IncompleteError(`there is no dead letter ${formatLetterId(id)}`);
      const { content, record, ...summary } = letter;
      const held = record === undefined ? { base64: Buffer.from(content).toString('base64') } : { record };
      print(JSON.stringify({ ...summary, id: formatLetterId(id), ...held }, mapsAsPairs, 2));
    });
}

/** Converts maps, such as labels, which JSON would write as empty objects. */
function mapsAsPairs(_key: string, value: unknown): unknown {
  return value instanceof Map ? Object.fromEntries(value as Map<string, unknown>) : value;
}

function addReplay(letters: Command, { resources, print }: CommandDependencies): void {
  letters
    .command('replay')
    .description('Store dead letters as they were received, once the reason of the refusal is fixed')
    .argument('[ids...]', 'as list shows them', letterId)
    .option('--all', `all that were not replayed yet, up to ${MAX_ITEMS}`)
    .action(async (given: LetterId[], { all }: { readonly all?: true }) => {
      requireSome(given, all);
      const outcomes: Replayed[] = [];
      await resources.withStore(async (parts) => {
        const waiting = { topic: undefined, replayed: false, limit: MAX_ITEMS };
        const ids = all === true ? (await listDeadLetters(parts.pool, waiting)).map(({ id }) => id) : given;
        await replayDeadLetters(parts, ids, (id, outcome) => {
          outcomes.push(outcome);
          print(`${outcome} ${formatLetterId(id)}`);
        });
      });
      const left = outcomes.filter((outcome) => outcome !== 'stored').length;
      if (left > 0) throw new IncompleteError(`${plural(left, 'letter')} could not be stored`);
    });
}

function addDiscard(letters: Command, { resources, print }: CommandDependencies): void {
  letters
    .command('discard')
    .description('removes them for ever')
    .argument('<ids...>', 'as list shows them', letterId)
    .action(async (ids: LetterId[]) => {
      const missing = await resources.withDatabase(async (pool) => {
        const gone: LetterId[] = [];
        for (const id of ids) {
          const was = await discardDeadLetter(pool, id);
          print(`${was ? 'discarded' : 'missing'} ${formatLetterId(id)}`);
          if (!was) gone.push(id);
        }
        return gone;
      });
      if (missing.length > 0) throw new IncompleteError(`${plural(missing.length, 'letter')} did not exist`);
    });
}

function requireSome(given: readonly LetterId[], all: true | undefined): void {
  if (given.length > 0 === (all === true)) throw new InvalidArgumentError('give ids, or --all');
}
