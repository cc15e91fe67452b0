import { createLogger } from './logger';
import type { LoggerOptions } from './logger';

function recorder(options: Partial<LoggerOptions> = {}): {
  logger: ReturnType<typeof createLogger>;
  text: () => string;
} {
  const written: string[] = [];
  const destination = { write: (line: string) => void written.push(line) };
  return {
    logger: createLogger({ level: 'info', pretty: false, destination, ...options }),
    text: () => written.join(''),
  };
}

function databaseError(fields: object): Error {
  return Object.assign(new Error('invalid input syntax for type integer: "hunter2"'), fields);
}

describe('createLogger', () => {
  it('writes one JSON line with level, ISO time, message and fields', () => {
    const { logger, text } = recorder();
    logger.child({ service: 'writer' }).warn('partition is behind', { partition: 3 });
    expect(text().endsWith('\n')).toBe(true);
    const { time, ...line } = JSON.parse(text()) as Record<string, unknown>;
    expect(line).toEqual({ level: 'warn', msg: 'partition is behind', service: 'writer', partition: 3 });
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  });

  it('leaves out lines below its level', () => {
    const { logger, text } = recorder({ level: 'warn' });
    logger.info('no');
    logger.debug('no');
    expect(text()).toBe('');
  });

  it('writes readable lines for a terminal', () => {
    const { logger, text } = recorder({ pretty: true });
    logger.info('listening', { url: 'http://localhost:3000' });
    expect(text()).toContain('listening');
    expect(() => JSON.parse(text()) as unknown).toThrow();
  });

  it('redacts authorization wherever it is logged', () => {
    const { logger, text } = recorder();
    const authorization = 'Bearer hunter2';
    logger.info('x', { authorization, headers: { authorization }, request: { headers: { authorization } } });
    expect(text()).not.toContain('hunter2');
  });

  it('logs an error with its stack, code and causes', () => {
    const { logger, text } = recorder();
    const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    logger.error('x', { err: new Error('cannot connect', { cause: new AggregateError([cause], 'all failed') }) });
    expect(JSON.parse(text())).toMatchObject({
      err: {
        type: 'Error',
        message: 'cannot connect',
        stack: expect.stringMatching(/^cannot connect\n {4}at /),
        cause: { type: 'AggregateError', errors: [{ code: 'ECONNREFUSED', message: 'refused' }] },
      },
    });
  });

  it('logs a cause in short: without a stack, and with what each address of a name answered', () => {
    const { logger, text } = recorder();
    const refused = (address: string) => Object.assign(new Error(`refused by ${address}`), { code: 'ECONNREFUSED' });
    logger.warn('x', { cause: refused('127.0.0.1') });
    expect(JSON.parse(text())).toMatchObject({ cause: { message: 'refused by 127.0.0.1', code: 'ECONNREFUSED' } });
    logger.warn('y', { cause: new AggregateError([refused('::1'), refused('127.0.0.1')], '') });
    expect(text()).toContain('"cause":{"message":"refused by ::1; refused by 127.0.0.1"}');
    expect(text()).not.toContain('stack');
  });

  it('tells in the next line how many could not be written', () => {
    const written: string[] = [];
    const destination = { lost: 2, write: (line: string) => void written.push(line) };
    const logger = createLogger({ level: 'info', pretty: false, destination });
    logger.info('again');
    destination.lost = 0;
    logger.info('and again');
    expect(written.map((line) => (JSON.parse(line) as { linesLost?: number }).linesLost)).toEqual([2, undefined]);
  });

  it('never shows what a database error says of the data', () => {
    const { logger, text } = recorder();
    const hidden = { detail: 'hunter2', where: 'hunter2', hint: 'hunter2', parameters: ['hunter2'], query: 'hunter2' };
    logger.error('x', { err: databaseError({ ...hidden, code: '22P02', table: 'traces', constraint: 'traces_pkey' }) });
    const drizzle = Object.assign(new Error('Failed query: select $1\nparams: hunter2'), {
      query: 'q',
      params: ['hunter2'],
    });
    logger.error('y', { err: new Error('outer', { cause: drizzle }) });
    expect(text()).not.toContain('hunter2');
    expect(text()).toContain('"code":"22P02","table":"traces","constraint":"traces_pkey"');
    expect(text()).toContain('invalid input syntax for type integer: (value not shown)');
  });

  it('survives what is thrown without being an error', () => {
    const { logger, text } = recorder();
    logger.error('x', { err: undefined });
    logger.error('y', { err: 'hunter2' });
    expect(text()).toContain('something that is not an Error was thrown');
    expect(text()).not.toContain('hunter2');
  });
});
