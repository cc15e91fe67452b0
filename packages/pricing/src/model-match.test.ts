import { calcPrice, findProvider, waitForUpdate } from '@pydantic/genai-prices';
import fc from 'fast-check';
import { PROVIDER_IDS, providersOf } from './model-match';

const TODAY = new Date(Date.UTC(2026, 10, 20));

/** Ids of the list, whole or with a letter, a date or a prefix more or less. */
const names = fc
  .tuple(
    fc.constantFrom(
      ...PROVIDER_IDS.flatMap((id) => findProvider({ providerId: id })?.models.map((model) => model.id) ?? []),
    ),
    fc.constantFrom('', '', '', '-20250929', '-20251399', ':0', 'x', '@20250929', '-latest'),
    fc.constantFrom('', '', '', '', 'us.', 'OPENAI/', 'x'),
    fc.constantFrom(0, 0, 0, 0, 1, 2),
  )
  .map(([id, after, before, cut]) => `${before}${id.slice(0, id.length - cut)}${after}`);

/** Providers without the fallback lists of others, which have rows of their own. */
const OWN_LISTS = PROVIDER_IDS.map((id) => {
  const provider = findProvider({ providerId: id });
  if (provider === undefined) throw new Error(`${id} is no provider`);
  return { ...provider, fallback_model_providers: [] };
});

it('has every provider of the pinned list', async () => {
  const all = await waitForUpdate();
  expect(PROVIDER_IDS).toEqual(all?.map(({ id }) => id));
});

it('leaves out no provider whose own list has the model', () => {
  const mayHave = providersOf();
  let found = 0;
  fc.assert(
    fc.property(names, (model) => {
      const may = mayHave(model);
      for (const { id, ...own } of OWN_LISTS) {
        if (calcPrice({}, model, { provider: { id, ...own }, timestamp: TODAY }) === null) continue;
        found++;
        expect(may).toContain(id);
      }
    }),
    { numRuns: 500, examples: [['OPENAI/gpt-5.6-luna-20251399'], [' GPT-4o ']] },
  );
  expect(found).toBeGreaterThan(60);
});
