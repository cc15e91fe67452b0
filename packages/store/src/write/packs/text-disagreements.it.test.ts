import { summaryDisagreements, textDisagreements } from '@sluice/contracts';
import { testUuid as uuid } from '@sluice/testbed/samples';
import { type TestWriter, openWriter } from '../writer.testing';
import { passage } from './passages.testing';
import { recordOf } from './text-histories.testing';

let writer: TestWriter;
beforeAll(() => {
  writer = openWriter();
});
afterAll(() => writer.close());

const NOTHING = { project: undefined, received: 0, observations: [] };
const OWN = { input: undefined, output: undefined, metadata: undefined };

/** Two traces with texts of more than one pack, of which each has other ones. */
beforeEach(async () => {
  await writer.clear();
  const records = [1, 2].map((trace) => ({
    ...recordOf({ ...NOTHING, n: trace, trace, own: OWN }),
    observations: [1, 2].map((id) => ({
      id: uuid(id),
      counted: true,
      input: `"${Array.from({ length: 40 }, (_, n) => passage(trace * 100 + n + id)).join('')}"`,
    })),
  }));
  await writer.storeAll([records]);
});

/** A reference whose second range is before its first one. */
const SWAPPED = `regexp_replace(input, '[{]([0-9]+,[0-9]+),([0-9]+,[0-9]+)', '{\\2,\\1')`;
const ONE = `trace_id = '${uuid(101)}'`;

test.each([
  ['a lost pack', `delete from sluice.text_packs where no = 1 and ${ONE}`, 'each reference consists of whole pieces'],
  [
    'a changed body',
    `update sluice.text_packs set body = set_byte(body, 700, 65) where no = 1 and ${ONE}`,
    'each pack',
  ],
  [
    'a body that is cut off',
    `update sluice.text_packs set body = substring(body for 2000) where no = 1 and ${ONE}`,
    'each pack',
  ],
  [
    'a piece that is not listed',
    `update sluice.text_packs set pieces = substring(pieces from 19) where no = 1 and ${ONE}`,
    'each pack',
  ],
  [
    'swapped ranges',
    `update sluice.observations set input = ${SWAPPED} where id = '${uuid(2)}' and ${ONE}`,
    'each reference consists of whole',
  ],
  [
    'the reference of another trace',
    `update sluice.observations o set input = (select x.input from sluice.observations x where x.id = o.id and not x.${ONE}) where ${ONE}`,
    'each reference consists of whole',
  ],
  [
    'the identity of another text',
    `update sluice.observations set input = regexp_replace(input, ' .', ' _') where ${ONE}`,
    'each reference has the form',
  ],
  [
    'a range without an end',
    `update sluice.observations set input = regexp_replace(input, ',[0-9]+}', '}') where ${ONE}`,
    'each reference has the form',
  ],
  ['a trace that is gone', `delete from sluice.traces where id = '${uuid(101)}'`, 'all rows below traces'],
])('are found of %s', async (_, damage, rule) => {
  const found = async () => [...(await textDisagreements(writer.owner)), ...(await summaryDisagreements(writer.owner))];
  expect(await found()).toEqual([]);
  await writer.owner.query(damage);
  expect((await found()).map((each) => each.rule)).toContainEqual(expect.stringContaining(rule));
});
