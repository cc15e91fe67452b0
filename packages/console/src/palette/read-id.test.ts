import fc from 'fast-check';
import { PAGES } from '../shell/pages';
import { defineAddresses } from '../url/address';
import { readPasted } from './read-id';

defineAddresses(PAGES);

const TRACE = '5b8efff7-9803-8103-d269-b633813fc60c';
const address = (observation?: string) => ({ is: 'address', address: { page: 'trace', id: TRACE, observation } });

test.each([
  [`http://127.0.0.1:3000/ui/traces/${TRACE}`, address()],
  [`https://host/behind/ui/traces/${TRACE}?obs=a1`, address('a1')],
  [`https://host/project/default/traces/${TRACE}?observation=a1`, address('a1')],
  [`/api/public/traces/${TRACE}`, address()],
  [` ${TRACE} `, { is: 'id', id: TRACE }],
  ['5B8EFFF798038103D269B633813FC60C', { is: 'id', id: '5B8EFFF798038103D269B633813FC60C' }],
  ['eee19b7ec3c1b174', { is: 'span', id: 'eee19b7ec3c1b174' }],
  ['eee19b7ec3c1b17', undefined],
  ['where is my invoice', undefined],
  ['http://[', undefined],
  ['/traces/', undefined],
  ['', undefined],
])('%j is %j', (text, pasted) => {
  const found = readPasted(text);
  if (pasted === undefined) expect(found).toBeUndefined();
  else expect(found).toMatchObject(pasted);
});

test('no text makes it fail', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void readPasted(`/traces/${text}`)));
});
