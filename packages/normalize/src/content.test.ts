import fc from 'fast-check';
import { hasContent } from './content';

describe('what has no content', () => {
  it.each([
    '""',
    'null',
    '[]',
    '{}',
    ' [ { } , [ null, "" ] ] ',
    '{"messages": []}',
    '{"a": {"b": [{"c": ""}]}}',
    '[{"role":"user"}]',
    '[{"message":{"role":"user"}}]',
    '[{"message":{"role":"assistant","content":"","tool_calls":[]}}]',
    '[{"name":"bob","role":"user","parts":[]}]',
    '{"role":"assistant","content":null}',
    '[{"role":"user","parts":[{"type":"text","content":""}]}]',
    '[{"message":{"role":"user","contents":[{"message_content":{"type":"text"}}]}}]',
    '{"index":0,"finish_reason":"stop","message":{"role":"assistant"}}',
    '[{"parts":[{"type":"text","id":"p1"}],"role":"assistant","finish_reason":"length"}]',
    '[{"role":"tool","tool_call_id":"call_1"}]',
  ])('%s', (text) => expect(hasContent(text)).toBe(false));
});

describe('what has content', () => {
  it.each([
    '"x"',
    '" "',
    '0',
    'false',
    '[0]',
    '[[[false]]]',
    '{"messages": [], "remaining_steps": 5}',
    '{"role_of":"user"}',
    '{"type":"person"}',
    '{"name":"Bob"}',
    '{"id":7}',
    '{"message":{"type":"x"}}',
    '[{"type":"text"},{"index":1}]',
    '[{"role":"user","content":"hi"}]',
    '[{"message":{"role":"user","content":"hi"}}]',
    '[{"role":"user"},{"role":"user","content":"\\""}]',
    '[{"role":"assistant","parts":[{"type":"tool_call","name":"now","id":"1"}]}]',
    '[{"message":{"role":"assistant","tool_calls":[{"tool_call":{"function":{"name":"now"}}}]}}]',
    '{"role":{"of":"x"}}',
    '{"a\\"b" : "}"}',
  ])('%s', (text) => expect(hasContent(text)).toBe(true));

  it('is any JSON with a number, a truth value or text outside the names of its members', () => {
    const contains = (value: unknown): boolean => {
      if (typeof value !== 'object' || value === null) return value !== null && value !== '';
      return Object.values(value).some(contains);
    };
    const name = fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => `_${text}`);
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(null, '', 'x', '\\"{[', 0, -1.5e-7, true, false),
        fc.array(tie('any')),
        fc.dictionary(name, tie('any')),
      ),
    })).any;
    fc.assert(
      fc.property(value, fc.integer({ min: 0, max: 2 }), (sent, indent) => {
        expect(hasContent(JSON.stringify(sent, undefined, indent))).toBe(contains(sent));
      }),
    );
  });
});
