/* Made by npm run reference from packages/record: the fields of observations in answers, by the kind of their values. */

export const TEXT_FIELDS = [
  'type',
  'name',
  'model',
  'level',
  'statusMessage',
  'version',
  'environment',
  'promptName',
] as const;

export const TIME_FIELDS = ['startTime', 'endTime', 'completionStartTime'] as const;

export const INTEGER_FIELDS = ['promptVersion'] as const;
