/* Made by npm run reference from packages/record. */

/** Columns of filter expressions, and the kinds of their values. */

export interface FilterColumns {
  id: 'id';
  name: 'text';
  userId: 'text';
  sessionId: 'text';
  release: 'text';
  version: 'text';
  environment: 'text';
  tags: 'list';
  model: 'list';
  timestamp: 'time';
  public: 'flag';
  bookmarked: 'flag';
  latency: 'number';
  totalCost: 'number';
  inputTokens: 'number';
  outputTokens: 'number';
  totalTokens: 'number';
  tokens: 'number';
  observationCount: 'number';
  level: 'level';
  errorCount: 'number';
  warningCount: 'number';
  outcome: 'outcome';
  isOpen: 'flag';
}
