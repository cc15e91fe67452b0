import { AttributeNamesTrie } from './attribute-names-trie';

const named = (...names: readonly string[]) => new Map(names.map((name) => [name, 1]));

describe('AttributeNamesTrie', () => {
  const trie = new AttributeNamesTrie<string>();

  it('are the same for the same names in the same order', () => {
    expect(trie.of(named('a', 'b'))).toBe(trie.of(named('a', 'b')));
    expect(trie.of(named('a', 'b'))).not.toBe(trie.of(named('b', 'a')));
    expect(trie.of(named('a', 'b'))).not.toBe(trie.of(named('a')));
  });

  it('tell the names of a resource from those of a span in it', () => {
    const inside = trie.of(named('a'))?.inside;
    expect(trie.of(named('b'), inside)).toBe(trie.of(named('b'), inside));
    expect(trie.of(named('b'), inside)).not.toBe(trie.of(named('a', 'b')));
  });

  it('are not remembered of many names or long ones', () => {
    const many = Array.from({ length: 65 }, (_, n) => `n${n}`);
    expect(trie.of(named(...many))).toBeUndefined();
    expect(trie.of(named(...many.slice(1)))).toBeDefined();
    expect(trie.of(named('n'.repeat(201)))).toBeUndefined();
  });

  it('start again where senders make more of them than are remembered', () => {
    const first = trie.of(named('first'));
    if (first !== undefined) first.known = 'what is known';
    expect(trie.of(named('first'))?.known).toBe('what is known');
    for (let n = 0; n < 2048; n++) trie.of(named(`other${n}`));
    expect(trie.of(named('first'))?.known).toBeUndefined();
  });

  it('do not grow where they were forgotten: a request may have a million names in one resource', () => {
    const inside = trie.of(named('resource'))?.inside;
    expect(trie.of(named('a'), inside)).toBeDefined();
    for (let n = 0; n < 2048; n++) trie.of(named(`name${n}`), inside);
    expect(trie.of(named('one more'), inside)).toBeUndefined();
    expect(trie.of(named('one more'), trie.of(named('resource'))?.inside)).toBeDefined();
  });
});
