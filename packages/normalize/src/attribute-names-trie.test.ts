import { AttributeNamesTrie } from './attribute-names-trie';

const named = (...names: readonly string[]) => new Map(names.map((name) => [name, 1]));

describe('Shapes', () => {
  const shapes = new AttributeNamesTrie<string>();

  it('are the same for the same names in the same order', () => {
    expect(shapes.of(named('a', 'b'))).toBe(shapes.of(named('a', 'b')));
    expect(shapes.of(named('a', 'b'))).not.toBe(shapes.of(named('b', 'a')));
    expect(shapes.of(named('a', 'b'))).not.toBe(shapes.of(named('a')));
  });

  it('tell the names of a resource from those of a span in it', () => {
    const inside = shapes.of(named('a'))?.inside;
    expect(shapes.of(named('b'), inside)).toBe(shapes.of(named('b'), inside));
    expect(shapes.of(named('b'), inside)).not.toBe(shapes.of(named('a', 'b')));
  });

  it('are not remembered of many names or long ones', () => {
    const many = Array.from({ length: 65 }, (_, n) => `n${n}`);
    expect(shapes.of(named(...many))).toBeUndefined();
    expect(shapes.of(named(...many.slice(1)))).toBeDefined();
    expect(shapes.of(named('n'.repeat(201)))).toBeUndefined();
  });

  it('start again where senders make more of them than are remembered', () => {
    const first = shapes.of(named('first'));
    if (first !== undefined) first.known = 'what is known';
    expect(shapes.of(named('first'))?.known).toBe('what is known');
    for (let n = 0; n < 2048; n++) shapes.of(named(`other${n}`));
    expect(shapes.of(named('first'))?.known).toBeUndefined();
  });

  it('do not grow where they were forgotten: a request may have a million names in one resource', () => {
    const inside = shapes.of(named('resource'))?.inside;
    expect(shapes.of(named('a'), inside)).toBeDefined();
    for (let n = 0; n < 2048; n++) shapes.of(named(`name${n}`), inside);
    expect(shapes.of(named('one more'), inside)).toBeUndefined();
    expect(shapes.of(named('one more'), shapes.of(named('resource'))?.inside)).toBeDefined();
  });
});
