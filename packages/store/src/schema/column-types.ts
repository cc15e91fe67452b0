import { bigint, customType, date, numeric, pgSchema, timestamp } from 'drizzle-orm/pg-core';

/*
 * Types of columns. Times and money are text here, which keeps microseconds and digits; sums are bigint, because they
 * go beyond 2^53.
 */

export const sluice = pgSchema('sluice');

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
export const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });
export const time = <Name extends string>(name: Name) => timestamp(name, { withTimezone: true, mode: 'string' });
export const day = <Name extends string>(name: Name) => date(name, { mode: 'string' });
export const count = <Name extends string>(name: Name) => bigint(name, { mode: 'bigint' });
export const varbit = customType<{ data: string }>({ dataType: () => 'bit varying' });
export const letter = customType<{ data: string }>({ dataType: () => '"char"' });
export const money = <Name extends string>(name: Name) => numeric(name, { precision: 30, scale: 12 });

/** Sums over observations. */
export const usageSums = () => ({
  observations: count('observations').notNull(),
  inputTokens: count('input_tokens').notNull(),
  outputTokens: count('output_tokens').notNull(),
  totalTokens: count('total_tokens').notNull(),
  cost: money('cost').notNull(),
});
