import { SCORE_COMPONENTS } from '@sluice/decode/schemas';
import { SCORE_LIMITS } from '@sluice/record';
import type { Endpoint } from '../endpoint';
import { RECEIPT, answer, json } from '../responses';
import { count, exactly, ref, text } from '../schemas/values';

const DURABLE = 'With separate services a read may see it later: see `Sluice-Receipt`.';

export const ingestScores = {
  method: 'post',
  path: '/api/public/scores',
  scope: 'ingest',
  tag: 'Ingestion',
  summary: 'Store scores',
  description: `Stores a score of a trace, an observation, a session or a run of a dataset, which may be stored later. A score with the id of a stored one changes that. The body is one score, which is stored or refused with 400, or a list of at most ${SCORE_LIMITS.list} scores, of which each is stored or refused by itself. The body is read as JSON with any \`Content-Type\`; unknown members are ignored.`,
  body: json(
    { oneOf: [ref('ScoreInput'), ref('ScoreInputList')] },
    { traceId: 'support-chat-1', name: 'helpful', value: 0.9, comment: 'All questions were answered.' },
  ),
  answers: {
    '200': answer(`The score is durable. ${DURABLE}`, json(ref('ScoreResult'), { id: 'feedback-1' }), RECEIPT),
    '202': answer(
      `All scores of the list are durable. ${DURABLE}`,
      json(ref('ScoreListResult'), { message: 'Accepted' }),
      RECEIPT,
    ),
    '207': answer(
      'Some scores of the list are refused. The others are durable.',
      json(ref('ScoreRefusals'), { accepted: 1, rejected: 1, errors: [{ message: '[1].name is required' }] }),
      RECEIPT,
    ),
  },
  schemas: {
    ...SCORE_COMPONENTS,
    ScoreResult: exactly('The stored score.', { id: text('Its id, as sent, or a new one.') }),
    ScoreListResult: exactly('The stored scores.', { message: text('Always `Accepted`.') }),
    ScoreRefusals: exactly('Result of a list with refused scores.', {
      accepted: count('Stored scores.'),
      rejected: count('Refused scores.'),
      errors: {
        type: 'array',
        description: 'Refused scores, in the order sent.',
        items: exactly('A refused score.', { message: text('Names the score, the member and what is accepted.') }),
      },
    }),
  },
} satisfies Endpoint;
