import { Client } from 'pg';
import { databaseProblems, databaseUrls } from './database-urls';

const PASSWORD = `p@ss:w/rd#?%20 &=+"`;

/** Returns the driver's reading of a URL. */
const taken = (url: string | undefined) => {
  const { user, password, host, database } = new Client({ connectionString: url });
  return { user, password, host, database };
};

test('what is not named stays so, and what has no password of its own stays as it is', () => {
  const databaseUrl = 'postgres://w:in-the-url@h/d';
  expect(databaseUrls({ databaseUrl })).toEqual({
    databaseUrl,
    databaseReadUrl: undefined,
    databaseOwnerUrl: undefined,
  });
});

test('each URL has its own password', () => {
  const urls = databaseUrls({
    databaseUrl: 'postgres://w:in-the-url@h/d',
    databaseReadUrl: 'postgres://r@replica/d',
    databaseReadPassword: PASSWORD,
    databaseOwnerUrl: 'postgres:///d?host=/run/postgresql&user=o',
    databaseOwnerPassword: PASSWORD,
  });
  expect(taken(urls.databaseUrl)).toMatchObject({ user: 'w', password: 'in-the-url' });
  expect(taken(urls.databaseReadUrl)).toMatchObject({ user: 'r', password: PASSWORD, host: 'replica' });
  expect(taken(urls.databaseOwnerUrl)).toMatchObject({ user: 'o', password: PASSWORD, host: '/run/postgresql' });
});

test('a password without its URL, and one that is given twice, are problems', () => {
  expect(databaseProblems({ databaseUrl: 'postgres://w@h/d', databasePassword: 'x' })).toEqual([]);
  expect(
    databaseProblems({
      databaseUrl: 'postgres://w:y@h/d',
      databasePassword: 'x',
      databaseReadUrl: 'postgres:///d?host=/s&password=y',
      databaseReadPassword: 'x',
      databaseOwnerPassword: 'x',
    }),
  ).toEqual([
    'DATABASE_PASSWORD: DATABASE_URL has a password too, give one of them',
    'DATABASE_READ_PASSWORD: DATABASE_READ_URL has a password too, give one of them',
    'DATABASE_OWNER_PASSWORD: set DATABASE_OWNER_URL too, which says whose password it is',
  ]);
});
