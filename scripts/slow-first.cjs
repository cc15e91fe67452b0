// The order of test files. Those that need a server come before those that need nothing, so that none that takes a minute is begun when
// all others have ended; among them, as Jest has it: what failed, then what took long, then large files.
const { default: Sequencer } = require('@jest/test-sequencer');

const ORDER = ['it', 'kafka', 'browser', 'unit'];

const placeOf = ({ context }) => ORDER.indexOf(context.config.displayName?.name);

module.exports = class SlowFirst extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    return [...sorted].sort((a, b) => placeOf(a) - placeOf(b));
  }
};
