import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { MissingBrokerError } from '@sluice/testbed/servers';
import type { Command } from './command';
import { UsageError } from './options';
import { runCommand } from './run-command';

/** Makes a process that only records calls. */
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

test.each<[string, Error, RegExp, number]>([
  ['a failure is told with its stack', new Error('out of luck'), /out of luck\n +at /, 1],
  ['what has to be installed is told without one', new MissingBrokerError('install Java'), /^install Java\n$/, 1],
  ['wrong arguments with the usage', new UsageError('no such option'), /^no such option\nUsage: try \[--hard\]\n$/, 2],
])('%s, and what was opened is closed', async (_, error, pattern, code) => {
  const host = fakeHost();
  let isClosed = false;
  const command = commandThat((_args, { closers }) => {
    closers.add('resource', () => void (isClosed = true));
    return Promise.reject(error);
  });
  await runCommand({ commands: [command], argv: ['try'], host });
  expect(isClosed).toBe(true);
  expect(host.written.join('')).toMatch(pattern);
  expect(host.exits).toEqual([code]);
});

test('without a command that exists, all of them are listed', async () => {
  const host = fakeHost();
  await runCommand({ commands: [commandThat(() => Promise.resolve(0))], argv: ['fly'], host });
  expect(host.written.join('')).toContain('try [--hard]');
  expect(host.exits).toEqual([2]);
});

test('an interrupted command ends what it runs before the process ends', async () => {
  const host = fakeHost();
  let exitsAtEnd: number | undefined;
  const command = commandThat(async (_, { signal }) => {
    await once(signal, 'abort');
    await sleep(50);
    exitsAtEnd = host.exits.length;
    return 0;
  });
  const ended = once(host.events, 'exit');
  const running = runCommand({ commands: [command], argv: ['try'], host });
  host.events.emit('SIGINT');
  await ended;
  expect(exitsAtEnd).toBe(0);
  expect(host.exits[0]).toBe(130);
  await running;
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
