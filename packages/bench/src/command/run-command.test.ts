import { EventEmitter, once } from 'node:events';
import { MissingBrokerError } from '@sluice/servers';
import type { Command } from './command';
import { UsageError } from './options';
import { runCommand } from './run-command';

/** A process that only remembers. */
function fakeHost() {
  const events = new EventEmitter();
  const written: string[] = [];
  const exits: number[] = [];
  const write = (text: string) => written.push(text);
  return {
    stdout: { write },
    stderr: { write },
    on: (event: string, listener: () => void) => events.on(event, listener),
    exit: (code: number) => {
      exits.push(code);
      events.emit('exit');
    },
    events,
    written,
    exits,
  };
}

function commandThat(run: Command['run']): Command {
  return { name: 'try', usage: '[--hard]', run };
}

test('what a command opened is closed before the process ends with its exit code', async () => {
  const host = fakeHost();
  const closed: number[] = [];
  const command = commandThat((args, { closers, print }) => {
    closers.add('resource', () => void closed.push(host.exits.length));
    print(args.join());
    return Promise.resolve(3);
  });
  await runCommand({ commands: [command], argv: ['try', 'a', 'b'], host });
  expect(host.written).toEqual(['a,b\n']);
  expect(closed).toEqual([0]);
  expect(host.exits).toEqual([3]);
});

test('a failure closes what was opened and is told', async () => {
  const host = fakeHost();
  let isClosed = false;
  const command = commandThat((_, { closers }) => {
    closers.add('resource', () => void (isClosed = true));
    return Promise.reject(new Error('out of luck'));
  });
  await runCommand({ commands: [command], argv: ['try'], host });
  expect(isClosed).toBe(true);
  expect(host.written.join('')).toContain('out of luck');
  expect(host.exits).toEqual([1]);
});

test('what has to be installed is told without a stack', async () => {
  const host = fakeHost();
  const command = commandThat(() => Promise.reject(new MissingBrokerError('install Java')));
  await runCommand({ commands: [command], argv: ['try'], host });
  expect(host.written.join('')).toBe('install Java\n');
  expect(host.exits).toEqual([1]);
});

test('arguments that cannot be used are told with the usage', async () => {
  const host = fakeHost();
  const command = commandThat(() => Promise.reject(new UsageError('no such option')));
  await runCommand({ commands: [command], argv: ['try'], host });
  expect(host.written.join('')).toBe('no such option\nUsage: try [--hard]\n');
  expect(host.exits).toEqual([2]);
});

test('without a command that exists, all of them are listed', async () => {
  const host = fakeHost();
  await runCommand({ commands: [commandThat(() => Promise.resolve(0))], argv: ['fly'], host });
  expect(host.written.join('')).toContain('try [--hard]');
  expect(host.exits).toEqual([2]);
});

test.each(['SIGINT', 'SIGTERM'])('%s aborts the command and closes what it opened', async (event) => {
  const host = fakeHost();
  let isClosed = false;
  const command = commandThat(async (_, { closers, signal }) => {
    closers.add('resource', () => void (isClosed = true));
    await once(signal, 'abort');
    return 0;
  });
  const ended = once(host.events, 'exit');
  const running = runCommand({ commands: [command], argv: ['try'], host });
  host.events.emit(event);
  await ended;
  expect(isClosed).toBe(true);
  expect(host.exits[0]).toBe(130);
  await running;
});
