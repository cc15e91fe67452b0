const STAMP = 'packages/record/src/stamp.ts';
const STAMP_TEST = 'packages/record/src/ids-and-stamps.test.ts';
const STATE = 'packages/store/src/write/state';
const ORDER_TEST = 'packages/store/src/write/event-order.it.test.ts';
const NESTED_TEST = `${STATE}/nested-members.test.ts`;

/** Mutants of `MUTANTS` that would store events in another order, or under other ids. */
export const EVENT_MUTANTS = [
  [
    'events are not ordered by their times',
    STAMP,
    'writePlace(place, writeTime(place.at, 1))',
    'writePlace(place, writeTime(0, 1))',
    [STAMP_TEST],
  ],
  ['an update of events is no later than a create', STAMP, 'character(isUpdate ? 1 : 0)', 'character(0)', [STAMP_TEST]],
  [
    'the place of events in their request does not order them',
    STAMP,
    'character((index >>> shift) & 0xf)',
    'character(0)',
    [STAMP_TEST],
  ],
  ['two events of one place have one stamp', STAMP, "hash('sha256', eventId)", "hash('sha256', '')", [STAMP_TEST]],
  [
    'of creates of events the last keeps its time',
    STAMP,
    'writeTime(TIME_CEILING - place.at, 1)',
    'writeTime(place.at, 1)',
    [STAMP_TEST],
  ],
  [
    'the start of an observation of events is that of the last create',
    `${STATE}/observation-state.ts`,
    'sent?.first === undefined ? NO_STAMPS',
    'sent !== undefined ? NO_STAMPS',
    [ORDER_TEST],
  ],
  [
    'an update of events cannot change the start of its create',
    'packages/normalize/src/events.ts',
    '...(!isUpdate && { first: firstEventStamp(place) })',
    'first: firstEventStamp(place)',
    ['packages/normalize/src/events.test.ts'],
  ],
  [
    'a text is the same id of events for a trace and an observation',
    'packages/record/src/ids.ts',
    'update(`${kind}/${text}`)',
    'update(text)',
    [STAMP_TEST],
  ],
  [
    'the text id of a parent of events stays when another parent is sent',
    `${STATE}/observation-state.ts`,
    "'sentParentId', PARENT,",
    "'sentParentId', [],",
    [ORDER_TEST],
  ],
  [
    'metadata of events replaces by top-level key',
    `${STATE}/growing-metadata.ts`,
    '    sent.nested = nested;',
    '',
    [ORDER_TEST],
  ],
  [
    'metadata of events forgets what was replaced as a whole',
    `${STATE}/growing-metadata.ts`,
    'nested.reset = stamp;',
    '',
    [NESTED_TEST],
  ],
  [
    'metadata of spans before those of events merges deeply',
    `${STATE}/growing-metadata.ts`,
    "isKnownOfEvent ? '' : known.stamp",
    "''",
    [NESTED_TEST],
  ],
];
