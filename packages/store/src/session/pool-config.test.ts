import { readPoolConfig } from './pool-config';

const options = (databaseUrl: string): string => {
  const { connectionString = '' } = readPoolConfig({
    databaseUrl,
    applicationName: 'test',
    maxConnections: 3,
    connectTimeoutMs: 1000,
    statementTimeoutMs: 5000,
  });
  return new URL(connectionString).searchParams.get('options') ?? '';
};

it('reads only, as the reader role, for a bounded time', () => {
  const session = options('postgres://u:p@h/d?sslmode=require');
  expect(session).toContain('-c role=sluice_reader');
  expect(session).toContain('-c default_transaction_read_only=on');
  expect(session).toContain('-c statement_timeout=5000');
  expect(session).toContain('-c max_parallel_workers_per_gather=2');
});

it('does not let options of the URL replace its own', () => {
  const session = options('postgres://u@h/d?options=-c%20role%3Dpostgres%20-c%20search_path%3Dx');
  expect(session).toContain('search_path=x');
  expect(session.indexOf('role=postgres')).toBeLessThan(session.indexOf('role=sluice_reader'));
});
