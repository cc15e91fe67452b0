import { Closers } from './closers';
import { createLogger } from './logger';

function recorded(): { closers: Closers; log: () => string } {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const logger = createLogger({ level: 'info', pretty: false, destination });
  return { closers: new Closers({ logger }), log: () => lines.join('') };
}

const never = (): Promise<void> => new Promise(() => undefined);

describe('Closers', () => {
  afterEach(() => jest.useRealTimers());

  it('closes in reverse order, one after the other', async () => {
    const { closers } = recorded();
    const order: string[] = [];
    for (const name of ['database', 'bus', 'server']) {
      closers.add(name, async () => {
        order.push(`${name} closing`);
        await new Promise(setImmediate);
        order.push(`${name} closed`);
      });
    }
    expect(await closers.close(1000)).toBe(true);
    expect(order).toEqual([
      'server closing',
      'server closed',
      'bus closing',
      'bus closed',
      'database closing',
      'database closed',
    ]);
  });

  it('logs a failure, thrown or rejected, and goes on', async () => {
    const { closers, log } = recorded();
    let closed = false;
    closers.add('database', () => void (closed = true));
    closers.add('bus', () => Promise.reject(new Error('bus is away')));
    closers.add('server', () => {
      throw new Error('server is odd');
    });
    expect(await closers.close(1000)).toBe(false);
    expect(closed).toBe(true);
    expect(log()).toMatch(/server is odd[^]*bus is away/);
  });

  it('keeps within its deadline and gives what hangs no more than half of the rest', async () => {
    const { closers, log } = recorded();
    const budgets: number[] = [];
    closers.add('database', (budgetMs) => void budgets.push(budgetMs));
    closers.add('bus', never);
    closers.add('server', never);
    jest.useFakeTimers();
    const closing = closers.close(200);
    await jest.advanceTimersByTimeAsync(199);
    expect(await closing).toBe(false);
    expect(budgets).toEqual([50]);
    expect(log()).toContain('"resource":"server"');
    expect(log()).toContain('"resource":"bus"');
  });

  it('ends at the deadline when the last one hangs', async () => {
    const { closers } = recorded();
    closers.add('database', never);
    jest.useFakeTimers();
    const closing = closers.close(60);
    await jest.advanceTimersByTimeAsync(60);
    expect(await closing).toBe(false);
  });

  it('closes once, however often it is asked', async () => {
    const { closers } = recorded();
    let times = 0;
    closers.add('bus', () => {
      times += 1;
    });
    await Promise.all([closers.close(1000), closers.close(1000)]);
    expect(times).toBe(1);
  });
});
