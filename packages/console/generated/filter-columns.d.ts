/* Made by npm run reference from packages/record. */

/** Columns of filter expressions on traces, and the kinds of their values. */

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
  service: 'list';
  metadata: 'object';
  observations: 'observations';
}

/** Columns of filter expressions on observations. */

export interface StepFilterColumns {
  id: 'observationId';
  parentObservationId: 'parentId';
  isRootObservation: 'flag';
  type: 'text';
  name: 'text';
  toolName: 'text';
  level: 'text';
  statusMessage: 'text';
  statusMessageGroup: 'text';
  version: 'text';
  environment: 'text';
  service: 'text';
  metadata: 'object';
  startTime: 'time';
  endTime: 'time';
  model: 'text';
  providedModelName: 'text';
  provider: 'text';
  promptName: 'text';
  promptVersion: 'number';
  latency: 'number';
  timeToFirstToken: 'number';
  tokensPerSecond: 'number';
  inputTokens: 'number';
  outputTokens: 'number';
  totalTokens: 'number';
  tokens: 'number';
  inputCost: 'number';
  outputCost: 'number';
  totalCost: 'number';
  traceId: 'id';
  traceName: 'text';
  userId: 'text';
  sessionId: 'text';
  release: 'text';
  traceTags: 'list';
  tags: 'list';
}
