import { renderConfiguration } from './configuration';

const plain = { diskBytes: 2 ** 40, port: 5432, ephemeral: false, settings: {} };

test('an acknowledged write is on disk unless the server is ephemeral', () => {
  expect(renderConfiguration(plain)).toContain("\nfsync = 'on'\nsynchronous_commit = 'on'\nfull_page_writes = 'on'\n");
  expect(renderConfiguration({ ...plain, ephemeral: true })).toContain("\nfsync = 'off'\n");
});

test('no query takes its memory from /dev/shm, of which containers have little', () => {
  expect(renderConfiguration(plain)).toContain("\nenable_parallel_hash = 'off'\n");
});

test.each([
  [2 ** 40, '4096MB'],
  [8 * 2 ** 30, '1024MB'],
  [100 * 2 ** 20, '64MB'],
])('of a disk of %d bytes the log of changes takes at most %s', (diskBytes, most) => {
  expect(renderConfiguration({ ...plain, diskBytes })).toContain(`\nmax_wal_size = '${most}'\n`);
});

test("the caller's settings go before the built-in ones, the port before all", () => {
  const text = renderConfiguration({ ...plain, settings: { jit: 'on', port: '1' } });
  expect(text).toContain("\njit = 'on'\n");
  expect(text).toContain("\nport = '5432'\n");
});

test('a quote in a value stays inside of the value', () => {
  const text = renderConfiguration({ ...plain, settings: { application_name: "a'b" } });
  expect(text).toContain("\napplication_name = 'a''b'\n");
});

test.each(["x\nlisten_addresses = '*'", 'x\0'])('a value with a line break or NUL is refused: %j', (value) => {
  expect(() => renderConfiguration({ ...plain, settings: { application_name: value } })).toThrow('application_name');
});

test.each(['', 'a b', "a = '1'\nb", 'x;'])('a name that is none is refused: %j', (name) => {
  expect(() => renderConfiguration({ ...plain, settings: { [name]: '1' } })).toThrow('is not the name of a setting');
});
