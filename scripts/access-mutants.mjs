/** Of `MUTANTS`: what would let somebody in, or let them do more than their credentials grant. */
export const ACCESS_MUTANTS = [
  [
    'any credentials are accepted',
    'packages/http/src/credentials.ts',
    'if (timingSafeEqual(digest, presentedDigest)) found = grant;',
    'found = grant;',
    ['packages/http/src/credentials.test.ts'],
  ],
  [
    'a token is accepted as a key pair',
    'packages/http/src/credentials.ts',
    'update(`${scheme}\\0`).update(publicKey)',
    'update(publicKey)',
    ['packages/http/src/credentials.test.ts'],
  ],
  [
    'credentials are accepted after they have expired',
    'packages/http/src/credentials.ts',
    'sender.expiresAt <= clock.now()',
    'sender.expiresAt <= 0',
    ['packages/http/src/credentials.test.ts'],
  ],
  [
    'a quota that is used up refuses nothing',
    'packages/http/src/quotas.ts',
    'for (const account of accounts) this.#assertLeft(account, isRead ? OF_READS : QUOTAS, now);',
    '',
    ['packages/http/src/quotas.test.ts'],
  ],
  [
    'what a write has taken counts for no quota',
    'services/gateway/src/ingest.ts',
    "settleUsage(response, { outcome: 'stored', items: taken.ledgerItems, bytes: taken.bytes });",
    '',
    ['services/gateway/src/projects.test.ts'],
  ],
  [
    'what a header announces counts, whatever comes',
    'packages/http/src/answer-errors.ts',
    "settleUsage(response, { outcome: 'refused', items: 0, bytes: 0 });",
    '',
    ['packages/http/src/quotas.test.ts'],
  ],
  [
    'the project of credentials is not told to the records',
    'services/gateway/src/ingest.ts',
    '{ ...kind, ...(project !== undefined && { project }) }',
    'kind',
    ['services/gateway/src/projects.test.ts'],
  ],
  [
    'credentials may do what they have no scope for',
    'packages/http/src/authenticate.ts',
    '!senderOf(response).scopes.includes(needed)',
    'senderOf(response).scopes.length === 0',
    ['packages/http/src/app.test.ts'],
  ],
];
