/** Makes conditions that all traces of a project fulfil, or some by their metadata and service, each with the number of these traces. */
export const conditionsOn = (text: string, all: number): readonly (readonly [condition: object, traces: number])[] => [
  [{ type: 'string', column: 'userId', operator: 'contains', value: text }, all],
  [{ type: 'stringObject', column: 'metadata', key: text, operator: '=', value: text }, 1],
  [{ type: 'arrayOptions', column: 'service', operator: 'any of', value: [text] }, all - 1],
  [someObservation({ type: 'string', column: 'userId', operator: '=', value: text }), all],
  [someObservation({ type: 'stringOptions', column: 'service', operator: 'any of', value: [text] }), all - 1],
];

const someObservation = (condition: object): object => ({
  ...{ type: 'observation', column: 'observations', operator: 'some', value: [condition] },
});
