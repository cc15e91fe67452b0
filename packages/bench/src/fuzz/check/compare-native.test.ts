import { compareNative } from './compare-native';

/** Trace that the API returns for a body with its id alone. */
const NOTHING = {
  ...{ name: null, userId: null, sessionId: null, release: null, version: null, environment: 'default' },
  ...{ public: false, tags: [], metadata: {}, input: null, output: null, observations: [] },
};

test.each([
  ['an empty user or session is absent', { userId: '', session_id: '' }, {}, undefined],
  ['an empty spelling leaves the other one', { userId: '', user_id: 'ada' }, { userId: 'ada' }, undefined],
  ['an empty name is a value', { name: '' }, {}, 'trace.name is answered as null, sent was ""'],
])('%s', (_, sent, answered, difference) => {
  expect(compareNative({ trace: sent }, { ...NOTHING, ...answered })).toBe(difference);
});
