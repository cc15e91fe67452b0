/* SQL: effective values of `sluice.observations o`, for reads and for the indexer, which sums them. */

/** SQL: the effective start; the receipt of the first record if none was sent. */
export const START = 'coalesce(o.start_time, o.created_at)';

/** SQL: the effective end; null without one. */
export const END = `case when o.end_time is not null then greatest(o.end_time, ${START}) end`;

/** SQL: the time from start to the first token; null without one, which `greatest` would ignore. */
export const TIME_TO_FIRST_TOKEN = `case when o.completion_start_time is not null then greatest(o.completion_start_time, ${START}) - ${START} end`;

/** SQL: the status message without what differs from call to call: numbers, ids and quoted text. */
export const MESSAGE_GROUP = `left(${[
  ["\"[^\"]*\"|`[^`]*`|(?<![[:alnum:]])''[^'']*''", '"…"'],
  ['[[:alnum:]_-]*[0-9][[:alnum:]_.:-]*', '#'],
  ['[[:space:]]+', ' '],
].reduce(
  (text, [pattern = '', replacement = '']) => `regexp_replace(${text}, '${pattern}', '${replacement}', 'g')`,
  'left(o.status_message, 1000)',
)}, 200)`;
