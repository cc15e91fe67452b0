import { EventEmitter } from 'node:events';
import { createLogger } from './logger';
import { OutsideError, type Service, type ServiceContext, runService } from './run-service';
import { bytes, list, port, secret, text } from './setting-fields';
import { SettingsError, grouped } from './settings';

/** Process that only records the calls of its methods. */
class FakeProcess extends EventEmitter {
  readonly argv: string[] = ['node', 'main.js'];
  readonly exits: number[] = [];
  readonly lines: string[] = [];
  readonly printed: string[] = [];
  readonly stdout = { write: (text: string) => this.printed.push(text) };
  readonly stderr = { write: (line: string) => this.lines.push(line) };

  exit(code: number): void {
    this.exits.push(code);
    this.emit('exit', code);
  }

  exited(): Promise<number> {
    return new Promise((resolve) => {
      this.once('exit', resolve);
    });
  }
}

type Start = (context: ServiceContext<object>) => Promise<void>;

function service(host: FakeProcess, start: Start, rest: Partial<Service<object>> = {}): Service<object> {
  const destination = { write: (line: string) => void host.lines.push(line) };
  const logger = createLogger({ level: 'info', pretty: false, destination });
  const about = { name: 'gateway', version: '1.2.3', summary: 'takes data in.', fields: FIELDS };
  return { ...about, configure: () => ({}), logger: () => logger, start, host, ...rest };
}

const FIELDS = {
  ...grouped('Listening', { port: port('PORT', { default: 3000, about: 'its port' }) }),
  token: secret('TOKEN', {}),
  name: text('NAME', { required: true }),
  tags: list('TAGS', { default: [] }),
  size: bytes('SIZE', { default: 20 * 2 ** 20 }),
};

const opened: Start = ({ closers, logger }) => {
  closers.add('server', () => logger.info('server closed'));
  return Promise.resolve();
};

describe('runService', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'])('closes everything on %s and exits 0', async (signal) => {
    const host = new FakeProcess();
    await runService(service(host, opened));
    expect(host.lines.join('')).toContain('"msg":"started"');
    const exited = host.exited();
    host.emit(signal);
    expect(await exited).toBe(0);
    expect(host.lines.join('')).toContain('server closed');
  });

  it('prints all problems of the settings and exits 78', async () => {
    const host = new FakeProcess();
    const configure = (): never => {
      throw new SettingsError(['PORT: expected a port', 'HOST: required']);
    };
    await runService(service(host, opened, { configure }));
    expect(host.exits).toEqual([78]);
    expect(host.lines).toEqual(['gateway: the settings cannot be used:\n  PORT: expected a port\n  HOST: required\n']);
  });

  it('only checks the settings with --validate', async () => {
    const host = new FakeProcess();
    host.argv.push('--validate');
    await runService(service(host, () => Promise.reject(new Error('started'))));
    expect(host.exits).toEqual([0]);
  });

  it.each([
    ['--version', 'gateway 1.2.3\n'],
    [
      '--help',
      /^gateway 1\.2\.3: takes data in\.\n[^]*\nListening:\n  PORT {23}its port \(default 3000\)\n\nOthers:\n  TOKEN {22}\(or TOKEN_FILE\)\n  NAME {23}\(required\)\n  TAGS\n  SIZE {23}\(default 20MiB\)\n\n/,
    ],
  ])('answers %s and exits 0, whatever the settings are', async (argument, expected) => {
    const host = new FakeProcess();
    host.argv.push(argument);
    const configure = (): never => {
      throw new SettingsError(['PORT: expected a port']);
    };
    await runService(service(host, opened, { configure }));
    expect(host.exits).toEqual([0]);
    expect(host.printed.join('')).toMatch(expected);
    expect(host.lines).toEqual([]);
  });

  it.each([['--prot=3000'], ['3000'], ['--validate', '--help'], ['__proto__']])(
    'exits 64 for an argument that it does not know: %s %s',
    async (...args) => {
      const host = new FakeProcess();
      host.argv.push(...args);
      await runService(service(host, () => Promise.reject(new Error('started'))));
      expect(host.exits).toEqual([64]);
      expect(host.lines).toEqual([
        `gateway: expected --help, --version, --validate or no argument, got "${args.at(-1)}"\n`,
      ]);
    },
  );

  it('logs first what it is and the settings that it works with, of secrets only that they are set', async () => {
    const host = new FakeProcess();
    const config = { port: 3000, token: 'hunter2', name: undefined, tags: ['a', 'b'], size: 512 * 1024 };
    await runService(service(host, opened, { configure: () => config }));
    expect(JSON.parse(host.lines[0] ?? '')).toMatchObject({
      msg: 'starting',
      service: 'gateway',
      version: '1.2.3',
      settings: { PORT: '3000', TOKEN: '(set)', TAGS: 'a,b', SIZE: '512KiB' },
    });
    expect(host.lines.join('')).not.toContain('hunter2');
  });

  it('tells a failure outside of the program in one line without a stack', async () => {
    const host = new FakeProcess();
    await runService(service(host, () => Promise.reject(new OutsideError('the disk is full: make room'))));
    expect(host.exits).toEqual([1]);
    const [line = ''] = host.lines.filter((each) => each.includes('disk'));
    expect(JSON.parse(line)).toMatchObject({ level: 'fatal', msg: 'the disk is full: make room' });
    expect(line).not.toContain('stack');
  });

  it('closes what was opened and exits 1 when the start fails', async () => {
    const host = new FakeProcess();
    await runService(
      service(host, async (context) => {
        await opened(context);
        throw new Error('port in use');
      }),
    );
    expect(host.exits).toEqual([1]);
    expect(host.lines.join('')).toMatch(/port in use[^]*server closed/);
  });

  it('exits 78 when the start finds the settings wrong', async () => {
    const host = new FakeProcess();
    await runService(
      service(host, async (context) => {
        await opened(context);
        throw new SettingsError(['PRICE_FILE: not JSON']);
      }),
    );
    expect(host.exits).toEqual([78]);
    expect(host.lines.join('')).toMatch(/server closed[^]*gateway: cannot start:\n {2}PRICE_FILE: not JSON\n/);
  });

  it('waits for the start when a signal comes during it', async () => {
    const host = new FakeProcess();
    const exited = host.exited();
    await runService(
      service(host, async (context) => {
        host.emit('SIGTERM');
        await new Promise(setImmediate);
        await opened(context);
      }),
    );
    expect(await exited).toBe(0);
    expect(host.lines.join('')).toContain('server closed');
    expect(host.lines.join('')).not.toContain('"msg":"started"');
  });

  it('takes the same signal within a second for one, and a later one as an order to exit now', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
    try {
      const host = new FakeProcess();
      await runService(
        service(host, ({ closers }) => {
          closers.add('hangs', () => new Promise(() => undefined));
          return Promise.resolve();
        }),
      );
      host.emit('SIGINT');
      await jest.advanceTimersByTimeAsync(900);
      host.emit('SIGINT');
      expect(host.exits).toEqual([]);
      await jest.advanceTimersByTimeAsync(200);
      host.emit('SIGINT');
      expect(host.exits).toEqual([1]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('exits within the deadline when something does not close', async () => {
    const host = new FakeProcess();
    const start: Start = ({ closers }) => {
      closers.add('hangs', () => new Promise(() => undefined));
      return Promise.resolve();
    };
    await runService(service(host, start, { stopDeadlineMs: 50 }));
    const exited = host.exited();
    host.emit('SIGTERM');
    expect(await exited).toBe(0);
    expect(host.lines.join('')).toContain('"resource":"hangs"');
  });

  it('stops with exit code 1 when the service says that it cannot go on', async () => {
    const host = new FakeProcess();
    const exited = host.exited();
    await runService(
      service(host, async (context) => {
        await opened(context);
        context.fail(new Error('partition lost'));
      }),
    );
    expect(await exited).toBe(1);
    expect(host.lines.join('')).toMatch(/partition lost[^]*server closed/);
  });

  it.each(['unhandledRejection', 'uncaughtException'])('logs an %s once as fatal and exits 1', async (event) => {
    const host = new FakeProcess();
    await runService(service(host, opened));
    host.emit(event, new Error('forgotten'));
    expect(host.exits).toEqual([1]);
    const logged = host.lines.filter((line) => line.includes('forgotten'));
    expect(logged.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual(['fatal']);
  });
});
