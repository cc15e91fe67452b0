import { ActiveTraces, hasId, withIds } from './active-traces';

const at = (version: string) => ({ version, stored: undefined, ids: undefined, used: undefined });
const add = (active: ActiveTraces, server: string, key: string, version: string): void =>
  active.addAll({ shard: 0, server, version }, [{ key, stored: undefined, ids: undefined, used: undefined }]);

test('the trace that was stored longest ago is evicted', () => {
  const active = new ActiveTraces(2);
  for (const key of ['a', 'b', 'a', 'c']) add(active, 's', key, key);
  expect(['a', 'b', 'c'].map((key) => active.get('s', key))).toEqual([at('a'), undefined, at('c')]);
});

test('versions of one server say nothing of the rows of another one', () => {
  const active = new ActiveTraces();
  add(active, 'first', 'a', '1');
  expect(active.get('second', 'a')).toBeUndefined();
  add(active, 'second', 'b', '1');
  expect(['a', 'b'].map((key) => active.get('second', key))).toEqual([undefined, at('1')]);
  expect(active.get('first', 'a')).toBeUndefined();
});

test('ids are remembered up to a limit, and found whole', () => {
  const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  const all = Array.from({ length: 128 }, (_, n) => uuid(n));
  const ids = all.reduce<string | undefined>((some, id) => withIds(some, [id]), '') ?? '';
  expect(all.every((id) => hasId(ids, id))).toBe(true);
  expect(hasId(ids, uuid(128))).toBe(false);
  expect(withIds(ids, [])).toBe(ids);
  expect(withIds(ids, [uuid(128)])).toBeUndefined();
  expect(withIds(undefined, [uuid(1)])).toBeUndefined();
});
