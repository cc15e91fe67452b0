import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type Socket, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SOURCE_OPTIONS } from '../../machine';
import { findEngine, machineTraces } from './container-engine';

test('where nothing of Docker is there, nothing is asked and its library is not loaded', () => {
  const program = `
    const { findEngine } = require(${JSON.stringify(join(__dirname, 'container-engine.ts'))});
    const isLoaded = () => Object.keys(require.cache).some((file) => file.includes('testcontainers'));
    findEngine({ env: { DOCKER_HOST: '' }, paths: ['/nowhere/docker.sock'] }).then((engine) => {
      console.log(JSON.stringify({ found: engine !== undefined, loaded: isLoaded() }));
    });`;
  const { stdout } = spawnSync(process.execPath, [...SOURCE_OPTIONS, '-e', program], { encoding: 'utf8' });
  expect(JSON.parse(stdout)).toEqual({ found: false, loaded: false });
});

test('the places of every way to an engine are looked at', () => {
  const { paths } = machineTraces({ XDG_RUNTIME_DIR: '/runtime' }, '/home/somebody');
  expect(paths).toEqual(
    expect.arrayContaining([
      '/var/run/docker.sock',
      '/runtime/docker.sock',
      '/home/somebody/.docker/run/docker.sock',
      '/home/somebody/.docker/desktop/docker.sock',
      '/home/somebody/.testcontainers.properties',
    ]),
  );
  expect(machineTraces({}, '/home/somebody').paths).not.toContain('/runtime/docker.sock');
});

describe('an engine that does not answer', () => {
  const before = process.env['DOCKER_HOST'];
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-engine-'));
    process.env['DOCKER_HOST'] = `unix://${folder}/docker.sock`;
  });
  afterEach(async () => {
    if (before === undefined) delete process.env['DOCKER_HOST'];
    else process.env['DOCKER_HOST'] = before;
    await rm(folder, { recursive: true });
  });

  test('is asked, and given up', async () => {
    const connections: Socket[] = [];
    const server = createServer((socket) => connections.push(socket)).listen(join(folder, 'docker.sock'));
    await once(server, 'listening');
    expect(await findEngine(machineTraces(), 500)).toBeUndefined();
    expect(connections).toHaveLength(1);
    const closed = connections.map((socket) => once(socket.resume(), 'close'));
    connections.forEach((socket) => socket.destroy());
    await Promise.all(closed);
    server.close();
  });
});
