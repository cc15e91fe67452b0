import { Client } from 'pg';
import type { CommandContext } from '../command/command';

/** Opens a connection that is closed with the command. */
export async function connectDatabase(
  connectionString: string,
  { closers }: Pick<CommandContext, 'closers'>,
): Promise<Client> {
  const sql = new Client({ connectionString, application_name: 'bench' });
  await sql.connect();
  closers.add('database connection', () => sql.end());
  return sql;
}
