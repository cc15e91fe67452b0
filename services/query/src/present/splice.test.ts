import { parseJson } from '@sluice/record';
import fc from 'fast-check';
import { joined } from '../fragments.testing';
import { spliceObject } from './splice';

it('makes the object that JSON.stringify would make', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.dictionary(fc.string(), fc.jsonValue()),
      (fields, values) => {
        const texts = Object.entries(values).map(([name, value]) => [`_${name}`, JSON.stringify(value)] as const);
        const whole = {
          ...fields,
          ...Object.fromEntries(Object.entries(values).map(([name, value]) => [`_${name}`, value])),
        };
        expect(JSON.stringify(parseJson(joined(spliceObject(fields, texts))))).toBe(JSON.stringify(whole));
      },
    ),
  );
});
